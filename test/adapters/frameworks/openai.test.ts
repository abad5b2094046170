import { describe, expect, it } from 'vitest';
import { openAiResponsesTools, openAiTools } from '../../../src/adapters/index.js';
import { add, either, look, PIXEL, refuse } from '../../support/model-tools.js';

const set = [add, look, refuse, either];
const nameOf = (names: ReadonlyMap<string, string>, name: string) =>
  [...names].find(([, original]) => original === name)?.[0] ?? name;
const IMAGE_URL = `data:image/png;base64,${PIXEL.data}`;

describe('tools for Chat Completions', () => {
  const { tools, names, quarantined, answer } = openAiTools(set);

  it('are plain objects', () => {
    expect(tools[0]).toEqual({
      type: 'function',
      function: { name: 'add', description: 'Add two integers.', parameters: add.parameters },
    });
    expect(Object.keys(tools[1]?.function ?? {})).toEqual(['name', 'parameters']);
    expect(tools.every(({ function: { name } }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(quarantined).toEqual([{ item: either, reason: expect.stringContaining('anyOf') }]);
  });

  it.each([
    ['add', '{"a":2,"b":3}', '5'],
    ['run.look', '', 'seen\n[image content omitted]'],
    ['refuse', '{}', 'ERROR: not today'],
    ['add', '{"a":2,', /^ERROR: tool 'add' call rejected: the arguments are not JSON/],
    ['either', '{}', /^ERROR: there is no tool 'either'/],
  ])('answer a call of %s with %s', async (name, args, content) => {
    const call = { id: 'call_1', function: { name: nameOf(names, name), arguments: args } };
    expect(await answer(call)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: typeof content === 'string' ? content : expect.stringMatching(content),
    });
  });
});

describe('tools for the Responses API', () => {
  const { tools, names, answer } = openAiResponsesTools(set);

  it('are plain objects that are not strict', () => {
    expect(tools[0]).toEqual({
      type: 'function',
      name: 'add',
      description: 'Add two integers.',
      parameters: add.parameters,
      strict: false,
    });
    expect(tools.every(({ strict }) => strict === false)).toBe(true);
  });

  it.each([
    ['add', '{"a":2,"b":3}', '5'],
    ['refuse', '{}', 'ERROR: not today'],
    [
      'run.look',
      '{}',
      [
        { type: 'input_text', text: 'seen' },
        { type: 'input_image', image_url: IMAGE_URL, detail: 'auto' },
      ],
    ],
  ])('answer a call of %s', async (name, args, output) => {
    const call = { call_id: 'call_1', name: nameOf(names, name), arguments: args };
    expect(await answer(call)).toEqual({ type: 'function_call_output', call_id: 'call_1', output });
  });
});
