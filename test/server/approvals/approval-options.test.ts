import { describe, expect, it } from 'vitest';
import { ApprovalServer } from '../../../src/server/index.js';

const asker = () => ({ kind: 'approve' }) as const;

describe('the options of an approval server', () => {
  it.each([
    ['no asker', {}, /`asker`/],
    ['an asker that cannot be asked', { asker: {} }, /`asker`/],
    ['a host', { asker, host: '0.0.0.0' }, /no option `host`.*127\.0\.0\.1 only/],
    ['a token', { asker, token: 'mine' }, /no option `token`.*token itself/],
    ['no authentication', { asker, auth: 'none' }, /no option `auth`/],
    ['a gate that is spelled wrong', { asker, gates: () => true }, /no option `gates`/],
    ['a name that cannot be part of a tool name', { asker, name: 'my server' }, /name of a server/],
    ['a name with the separator', { asker, name: 'a__b' }, /name of a server/],
    ['a list that is a word', { asker, autoAllow: 'Read' }, /`autoAllow`/],
    ['a list of other things', { asker, autoAllow: [/Read/] }, /`autoAllow`/],
    ['a predicate that is none', { asker, autoAllowWhen: true }, /`autoAllowWhen`/],
    ['a gate that is none', { asker, gate: 'closed' }, /`gate`/],
    ['no time', { asker, timeoutMs: 0 }, /`timeoutMs`/],
    ['time that is no number', { asker, timeoutMs: Number.NaN }, /`timeoutMs`/],
    ['endless time', { asker, timeoutMs: Number.POSITIVE_INFINITY }, /`timeoutMs`.*Leave it out/],
  ])('refuse %s', (_name, options, message) => {
    expect(() => new ApprovalServer(options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringMatching(message) }),
    );
  });

  it('need an asker only', () => {
    expect(new ApprovalServer({ asker }).toolName).toBe('mcp__plainwire_approvals__approve');
    expect(new ApprovalServer({ asker: { ask: asker }, name: 'gate-1' }).toolName).toBe(
      'mcp__gate-1__approve',
    );
  });
});
