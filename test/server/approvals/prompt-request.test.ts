import { describe, expect, it } from 'vitest';
import { readPrompt } from '../../../src/server/approvals/prompt-request.js';

describe('a permission prompt', () => {
  it('is the tool, its arguments and the name of the use', () => {
    const args = { tool_name: 'Write', input: { file_path: '/x' }, tool_use_id: 'toolu_1' };
    expect(readPrompt(args)).toEqual({
      kind: 'prompt',
      prompt: { tool: 'Write', arguments: { file_path: '/x' }, toolUseId: 'toolu_1' },
    });
  });

  it('may come without the name of the use, and with more than is known', () => {
    expect(readPrompt({ tool_name: 'Write', input: {}, permission_suggestions: [] })).toMatchObject({
      kind: 'prompt',
      prompt: { toolUseId: undefined },
    });
  });

  it.each(['follows', 'this'])('may say that a second question exists: %s', (confirmation) => {
    expect(readPrompt({ tool_name: 'Write', input: {}, confirmation })).toMatchObject({ confirmation });
  });

  it('is frozen to the bottom', () => {
    const { prompt } = readPrompt({ tool_name: 'Write', input: { edits: [{ old: { text: 'a' } }] } });
    const edits = prompt.arguments['edits'] as unknown as { old: { text: string } }[];
    expect(() => edits.push({ old: { text: 'b' } })).toThrow(TypeError);
    expect(() => Object.assign(edits[0]?.old ?? {}, { text: 'b' })).toThrow(TypeError);
  });

  it.each([
    ['nothing', {}],
    ['no tool', { input: {} }],
    ['an empty tool', { tool_name: '', input: {} }],
    ['a tool that is no text', { tool_name: ['Write'], input: {} }],
    ['no arguments', { tool_name: 'Write' }],
    ['arguments that are text', { tool_name: 'Write', input: '{"file_path":"/x"}' }],
    ['arguments that are a list', { tool_name: 'Write', input: [] }],
    ['arguments that are null', { tool_name: 'Write', input: null }],
  ])('is not %s', (_name, args) => {
    const reading = readPrompt(args);
    expect(reading).toMatchObject({
      kind: 'malformed',
      problem: expect.stringMatching(/`(tool_name|input)`/),
    });
    expect(reading.prompt.tool).toBeTypeOf('string');
  });
});
