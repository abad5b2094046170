import { describe, expect, it } from 'vitest';
import { UrlElicitations } from '../../../src/client/input/url-elicitations.js';
import { RpcError } from '../../../src/protocol/index.js';

const entry = (elicitationId: string) => ({ mode: 'url', message: 'm', url: 'https://a', elicitationId });

describe('UrlElicitations', () => {
  it('ends each one once', () => {
    const open = new UrlElicitations(10);
    open.begin('a');
    open.begin(undefined);
    expect([open.end('a'), open.end('a'), open.end('b'), open.end(undefined)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    { begun: 2, isKnown: true },
    { begun: 3, isKnown: false },
  ])('holds at most 2: after $begun the first is known: $isKnown', ({ begun, isKnown }) => {
    const open = new UrlElicitations(2);
    for (let index = 0; index < begun; index += 1) open.begin(`e${index}`);
    expect(open.end('e0')).toBe(isKnown);
    expect(open.end(`e${begun - 1}`)).toBe(true);
  });

  it.each<{ title: string; error: RpcError; isKnown: boolean }>([
    { title: 'the error', error: new RpcError(-32042, 'x', { elicitations: [entry('a')] }), isKnown: true },
    {
      title: 'another code',
      error: new RpcError(-32041, 'x', { elicitations: [entry('a')] }),
      isKnown: false,
    },
    { title: 'no list', error: new RpcError(-32042, 'x', { elicitations: 'a' }), isKnown: false },
    { title: 'no data', error: new RpcError(-32042, 'x'), isKnown: false },
  ])('learns from $title: $isKnown', ({ error, isKnown }) => {
    const open = new UrlElicitations(10);
    open.required(error);
    expect(open.end('a')).toBe(isKnown);
  });
});
