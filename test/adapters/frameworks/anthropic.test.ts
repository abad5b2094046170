import { describe, expect, it } from 'vitest';
import { anthropicTools } from '../../../src/adapters/index.js';
import { add, crash, either, look, PIXEL, refuse } from '../../support/model-tools.js';

const { tools, names, quarantined, answer } = anthropicTools([add, look, refuse, crash, either]);
const nameOf = (name: string) => [...names].find(([, original]) => original === name)?.[0] ?? '';
const text = (words: string) => ({ type: 'text', text: words });
const image = {
  type: 'image',
  source: { type: 'base64', media_type: PIXEL.mimeType, data: PIXEL.data },
};

describe('tools for the Messages API', () => {
  it('are plain objects', () => {
    expect(tools[0]).toEqual({ name: 'add', description: 'Add two integers.', input_schema: add.parameters });
    expect(tools[0]?.input_schema).toBe(add.parameters);
    expect(Object.keys(tools[1] ?? {})).toEqual(['name', 'input_schema']);
    expect(JSON.parse(JSON.stringify(tools))).toEqual(tools);
    expect(tools.every(({ name }) => /^[a-zA-Z0-9_-]{1,128}$/.test(name))).toBe(true);
  });

  it('leave out what the API refuses', () => {
    expect(tools).toHaveLength(4);
    expect(quarantined).toEqual([{ item: either, reason: expect.stringContaining('anyOf') }]);
  });

  it.each([
    ['add', { a: 2, b: 3 }, { content: [text('5')] }],
    ['run.look', {}, { content: [text('seen'), image] }],
    ['refuse', {}, { content: [text('not today')], is_error: true }],
    ['crash', {}, { content: [text("tool 'crash' failed: RangeError: too far")], is_error: true }],
  ])('answer a use of %s', async (name, input, rest) => {
    expect(await answer({ id: 'toolu_1', name: nameOf(name), input })).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      ...rest,
    });
  });
});
