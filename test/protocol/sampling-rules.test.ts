import { describe, expect, it } from 'vitest';
import type { CreateMessageParams } from '../../src/protocol/index.js';
import { samplingProblem } from '../../src/protocol/index.js';

const say = (role: string, ...content: object[]): object => ({ role, content });
const text = { type: 'text', text: 'hi' };
const use = (id: string): object => ({ type: 'tool_use', id, name: 't', input: {} });
const result = (toolUseId: string): object => ({ type: 'tool_result', toolUseId, content: [] });

describe('the messages of a sampling request', () => {
  // requirement: sampling-tool-results-alone, sampling-tool-uses-answered, sampling-content-validated
  it.each<{ title: string; messages: object[]; problem: string | undefined }>([
    { title: 'none', messages: [], problem: undefined },
    { title: 'text', messages: [say('user', text), say('assistant', text)], problem: undefined },
    { title: 'one block that is no list', messages: [{ role: 'user', content: text }], problem: undefined },
    { title: 'a role of its own', messages: [say('system', text)], problem: 'Unknown role "system"' },
    {
      title: 'uses with their results',
      messages: [
        say('assistant', use('a'), use('b')),
        say('user', result('b'), result('a')),
        say('assistant', text),
      ],
      problem: undefined,
    },
    {
      title: 'a use without a result',
      messages: [say('assistant', use('a'), use('b')), say('user', result('a')), say('assistant', text)],
      problem: 'Tool result missing in request',
    },
    {
      title: 'a use at the end',
      messages: [say('assistant', use('a'))],
      problem: 'Tool result missing in request',
    },
    {
      title: 'something between',
      messages: [say('assistant', use('a')), say('user', text), say('user', result('a'))],
      problem: 'Tool result missing in request',
    },
    {
      title: 'results beside text',
      messages: [say('assistant', use('a')), say('user', text, result('a'))],
      problem: 'Tool results mixed with other content',
    },
  ])('$title', ({ messages, problem }) => {
    expect(samplingProblem({ messages, maxTokens: 1 } as unknown as CreateMessageParams)).toBe(problem);
  });
});
