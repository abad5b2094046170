import { describe, expect, it } from 'vitest';
import { aiSdkTools } from '../../../src/adapters/index.js';
import { tool } from '../../../src/server/index.js';
import { add, crash, either, look, PIXEL, refuse, wait } from '../../support/model-tools.js';

const { tools, names, quarantined } = aiSdkTools([add, look, refuse, crash, either]);
const nameOf = (name: string) => [...names].find(([, original]) => original === name)?.[0] ?? '';

function projected(name: string) {
  const found = tools[nameOf(name)];
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
}

describe('tools for the AI SDK', () => {
  it('are dynamic, with the schema as the very object', () => {
    expect(projected('add')).toMatchObject({ type: 'dynamic', description: 'Add two integers.' });
    expect(projected('add').inputSchema.jsonSchema).toBe(add.parameters);
    expect(quarantined).toEqual([{ item: either, reason: expect.stringContaining('anyOf') }]);
  });

  it('ask the user of the SDK where a person has to agree', () => {
    expect(projected('refuse').needsApproval).toBe(true);
    expect(projected('add')).not.toHaveProperty('needsApproval');
  });

  it('have the title of their listing', () => {
    const titled = tool({ name: 't', parameters: { type: 'object' }, listing: { title: 'T' }, run: () => 1 });
    expect(aiSdkTools([titled]).tools['t']?.title).toBe('T');
  });

  it.each([
    ['add', { a: 2, b: 3 }, { type: 'text', value: '5' }],
    [
      'run.look',
      {},
      {
        type: 'content',
        value: [
          { type: 'text', text: 'seen' },
          { type: 'image-data', data: PIXEL.data, mediaType: 'image/png' },
        ],
      },
    ],
    ['refuse', {}, { type: 'error-text', value: 'not today' }],
    ['crash', {}, { type: 'error-text', value: "tool 'crash' failed: RangeError: too far" }],
  ])('tell the model what %s gave', async (name, input, output) => {
    const { execute, toModelOutput } = projected(name);
    expect(toModelOutput({ output: await execute(input, { toolCallId: '1' }) })).toEqual(output);
  });

  it('keep the whole result for the program', async () => {
    expect(await projected('run.look').execute({})).toMatchObject({ content: [{ text: 'seen' }, PIXEL] });
  });

  it.each([
    ['the SDK', (stop: AbortSignal) => ({ options: { abortSignal: stop }, context: {} })],
    ['the run', (stop: AbortSignal) => ({ options: {}, context: { signal: stop } })],
    [
      'the run, beside one of the SDK',
      (stop: AbortSignal) => ({
        options: { abortSignal: new AbortController().signal },
        context: { signal: stop },
      }),
    ],
  ])('are stopped by %s', async (_name, partsOf) => {
    const stop = new AbortController();
    const { options, context } = partsOf(stop.signal);
    const running = aiSdkTools([wait], { context }).tools['wait']?.execute({}, options);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
  });

  it('find the run that they belong to', async () => {
    const run = { user: 'ada' };
    const who = tool({
      name: 'who',
      parameters: { type: 'object' },
      run: (_args, context) => String((context.run as typeof run).user),
    });
    const result = await aiSdkTools([who], { context: run as never }).tools['who']?.execute({});
    expect(result?.content).toEqual([{ type: 'text', text: 'ada' }]);
  });

  it('keep to the limits of the provider that is named', () => {
    const long = tool({ name: 'a'.repeat(100), parameters: { type: 'object' }, run: () => 1 });
    expect(Object.keys(aiSdkTools([long]).tools)[0]).toHaveLength(64);
    expect(Object.keys(aiSdkTools([long], { limits: 'anthropic' }).tools)[0]).toHaveLength(100);
    expect(() => aiSdkTools([long], { limits: 'x' as never })).toThrow(/`limits`/);
  });

  it('may be called what objects have by themselves', () => {
    const odd = tool({ name: '__proto__', parameters: { type: 'object' }, run: () => 1 });
    expect(Object.keys(aiSdkTools([odd]).tools)).toEqual(['__proto__']);
  });
});
