import { describe, expect, it } from 'vitest';
import { decisionProblem } from '../../../src/server/asking/decision-check.js';
import { elicitationAsker } from '../../../src/server/asking/elicitation-asker.js';
import type { CallContext } from '../../../src/server/context/call-context.js';
import { question } from '../../support/questions.js';

type Elicit = CallContext['elicit'];
type Asked = Parameters<Elicit>[0];

const FORMS = { elicitation: { form: {} } };

/** The part of a call that the asker looks at: its client, and the user there. */
function callOf(
  answer: Awaited<ReturnType<Elicit>>,
  clientCapabilities: CallContext['clientCapabilities'] = FORMS,
  clientInfo?: CallContext['clientInfo'],
): { call: CallContext; asked: Asked[] } {
  const asked: Asked[] = [];
  const elicit: Elicit = (what) => {
    asked.push(what);
    return Promise.resolve(answer);
  };
  return { call: { clientCapabilities, clientInfo, elicit } as CallContext, asked };
}

const ARGS = { file_path: '/tmp/out.txt', mode: 1 };
const accepted = (content: Record<string, string>) => ({ action: 'accept' as const, content });

describe('asking the calling client', () => {
  it.each([
    ['approves', accepted({ decision: 'approve' }), { kind: 'approve' }],
    ['approves with a blank change', accepted({ decision: 'approve', change: ' ' }), { kind: 'approve' }],
    [
      'changes one argument',
      accepted({ decision: 'approve', change: 'file_path=/tmp/b' }),
      { kind: 'modify', value: { mode: 1, file_path: '/tmp/b' } },
    ],
    [
      'changes one that is no text',
      accepted({ decision: 'approve', change: 'mode:=2' }),
      { kind: 'modify', value: { file_path: '/tmp/out.txt', mode: 2 } },
    ],
    [
      'changes all of them, on several lines',
      accepted({ decision: 'approve', change: '{\n  "file_path": "/tmp/c"\n}' }),
      { kind: 'modify', value: { file_path: '/tmp/c' } },
    ],
    [
      'rejects with a reason',
      accepted({ decision: 'reject', reason: 'not here' }),
      { kind: 'reject', note: 'not here' },
    ],
    ['rejects without one', accepted({ decision: 'reject', reason: '' }), { kind: 'reject' }],
    [
      'rejects, whatever change is typed',
      accepted({ decision: 'reject', change: 'mode:=2' }),
      { kind: 'reject' },
    ],
    ['says nothing that was asked', accepted({}), { kind: 'reject' }],
    ['says something else', accepted({ decision: 'maybe' }), { kind: 'reject' }],
    ['declines', { action: 'decline' }, { kind: 'reject' }],
    [
      'declines, with content that does not count',
      { action: 'decline', content: { decision: 'approve' } },
      { kind: 'reject' },
    ],
    [
      'dismisses the question',
      { action: 'cancel' },
      { kind: 'reject', note: 'The question was dismissed without an answer.' },
    ],
    [
      'dismisses it, with content that does not count',
      { action: 'cancel', content: { decision: 'approve' } },
      { kind: 'reject', note: 'The question was dismissed without an answer.' },
    ],
  ] as const)('when its user %s', async (_what, answer, decision) => {
    const { call } = callOf(answer);
    const given = await elicitationAsker.ask(question('Write', ARGS, { call }));
    expect(given).toEqual(decision);
    expect(decisionProblem(given)).toBeUndefined();
  });

  it.each(['file_path', '{"file_path":', 'mode:=', '[1]', 'null'])(
    'approves nothing when the change cannot be read: %s',
    async (change) => {
      const { call } = callOf(accepted({ decision: 'approve', change }));
      await expect(elicitationAsker.ask(question('Write', ARGS, { call }))).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('The change of the arguments cannot be read'),
      });
    },
  );

  it.each([
    ['forms', FORMS, true],
    // 2026-07-28 client/elicitation#capabilities: an empty object means forms
    ['elicitation of no kind in particular', { elicitation: {} }, true],
    ['forms and URLs', { elicitation: { form: {}, url: {} } }, true],
    ['URLs only', { elicitation: { url: {} } }, false],
    ['something else', { sampling: {} }, false],
    ['nothing', {}, false],
  ] as const)('knows whether to ask a client that declares %s', async (_what, capabilities, isAsked) => {
    const { call, asked } = callOf(accepted({ decision: 'approve' }), capabilities);
    const given = (async () => elicitationAsker.ask(question('Write', ARGS, { call })))();
    if (isAsked) expect(await given).toEqual({ kind: 'approve' });
    else await expect(given).rejects.toMatchObject({ code: 'capability_missing' });
    expect(asked).toHaveLength(isAsked ? 1 : 0);
  });

  it('refuses when there is no client to ask', async () => {
    const given = (async () => elicitationAsker.ask(question()))();
    await expect(given).rejects.toMatchObject({
      code: 'capability_missing',
      message: expect.stringContaining('there is no client to ask'),
    });
  });

  it('names the client as the one who answered', async () => {
    const { call } = callOf(accepted({ decision: 'approve' }), FORMS, { name: 'editor', version: '1' });
    expect(await elicitationAsker.ask(question('Write', ARGS, { call }))).toEqual({
      kind: 'approve',
      actor: 'editor',
    });
  });

  it('shows the tool and its arguments, and nothing that hides itself', async () => {
    const { call, asked } = callOf(accepted({ decision: 'approve' }));
    await elicitationAsker.ask(question('Wri\u202ete', { path: 'a\u200bb', text: 'one\ntwo' }, { call }));
    expect(asked[0]?.message?.split('\n')).toEqual([
      'May the agent run Wri\\u{202e}te with these arguments?',
      '{',
      '  "path": "a\\u{200b}b",',
      '  "text": "one\\ntwo"',
      '}',
    ]);
    expect(asked[0]).toMatchObject({
      key: 'approval',
      requestedSchema: { required: ['decision'], properties: { decision: { enum: ['reject', 'approve'] } } },
    });
  });
});
