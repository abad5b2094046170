import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import type { CompletionReturn, PromptReturn } from '../../../src/server/index.js';
import { McpServer } from '../../../src/server/index.js';
import { ScriptedClient } from '../../support/scripted-client.js';

const newServer = () => new McpServer({ name: 'test', version: '1' }, { onLog: () => {} });
const text = (value: string) => ({ type: 'text', text: value }) as const;

describe('prompts/get', () => {
  const arguments_ = [{ name: 'city', required: true }, { name: 'day' }];
  const server = newServer().prompt({
    name: 'p',
    description: 'd',
    arguments: arguments_,
    get: (args) => JSON.stringify(args),
  });
  const get = (args?: JsonObject) =>
    new ScriptedClient(server).call('prompts/get', {
      name: 'p',
      ...(args === undefined ? {} : { arguments: args }),
    });

  it('gives the arguments to the prompt', async () => {
    expect((await get({ city: 'Ulm', more: 'x' })).response).toMatchObject({
      result: { messages: [{ role: 'user', content: text('{"city":"Ulm","more":"x"}') }] },
    });
  });

  // requirement: prompt-arguments-validated, prompts-standard-errors, prompts-input-output-validated
  it.each<[string, JsonObject | undefined, RegExp]>([
    ['no arguments', undefined, /city/],
    ['a missing argument', { day: 'Monday' }, /city/],
    ['an argument that is no text', { city: 7 }, /arguments\.city must be a string/],
  ])('refuses %s', async (_name, args, message) => {
    expect((await get(args)).response).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(message) },
    });
  });

  it.each<[string, PromptReturn, JsonObject]>([
    [
      'messages',
      [{ role: 'assistant', content: text('x') }],
      { messages: [{ role: 'assistant', content: text('x') }] },
    ],
    ['a result', { description: 'd', messages: [] }, { description: 'd', messages: [] }],
  ])('may return %s', async (_name, value, expected) => {
    const client = new ScriptedClient(newServer().prompt({ name: 'q', get: () => value }));
    expect(await client.result('prompts/get', { name: 'q' })).toMatchObject(expected);
  });

  // requirement: prompts-input-output-validated, prompts-standard-errors
  it('refuses what is no result', async () => {
    const client = new ScriptedClient(newServer().prompt({ name: 'q', get: () => ({}) as PromptReturn }));
    expect((await client.error('prompts/get', { name: 'q' })).code).toBe(-32603);
  });

  // requirement: prompts-standard-errors
  it('names an unknown prompt', async () => {
    const error = await new ScriptedClient(server).error('prompts/get', { name: 'other' });
    expect(error).toMatchObject({ code: -32602, message: 'Unknown prompt: other' });
  });

  it('lists what was registered', async () => {
    const result = await new ScriptedClient(server).result('prompts/list');
    expect(result['prompts']).toEqual([{ name: 'p', description: 'd', arguments: arguments_ }]);
    expect(server.prompts()).toEqual(result['prompts']);
    const other = newServer().prompt({ name: 'p', get: () => 'x' });
    expect(other.removePrompt('p')).toBe(true);
    expect(other.prompts()).toEqual([]);
  });
});

describe('completion/complete', () => {
  const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const newCompleter = (values: CompletionReturn) =>
    newServer()
      .prompt({ name: 'p', arguments: [{ name: 'a' }], get: () => 'x', complete: () => values })
      .prompt({ name: 'plain', get: () => 'x' })
      .resource({ uri: 'test://r', name: 'r', read: () => 'x' })
      .resourceTemplate({
        uriTemplate: 'test://{id}',
        name: 't',
        read: () => 'x',
        complete: ({ name, value, resolved }) => [name, value, JSON.stringify(resolved)],
      });
  const complete = (server: McpServer, ref: JsonObject, more: JsonObject = {}) =>
    new ScriptedClient(server).result('completion/complete', {
      ref,
      argument: { name: 'a', value: 'te' },
      ...more,
    });
  const prompt = (name: string) => ({ type: 'ref/prompt', name });

  it.each<[string, CompletionReturn, JsonObject]>([
    ['no value', [], { values: [], total: 0, hasMore: false }],
    ['100 values', many.slice(0, 100), { values: many.slice(0, 100), total: 100, hasMore: false }],
    ['101 values', many.slice(0, 101), { values: many.slice(0, 100), total: 101, hasMore: true }],
    [
      'values with a total',
      { values: ['a'], total: 9, hasMore: true },
      { values: ['a'], total: 9, hasMore: true },
    ],
    ['values alone', { values: ['a'] }, { values: ['a'] }],
    ['too many values', { values: many, hasMore: false }, { values: many.slice(0, 100), hasMore: true }],
  ])('%s', async (_name, values, completion) => {
    expect((await complete(newCompleter(values), prompt('p')))['completion']).toEqual(completion);
  });

  it('knows the arguments that have values', async () => {
    const ref = { type: 'ref/resource', uri: 'test://{id}' };
    const result = await complete(newCompleter([]), ref, { context: { arguments: { b: '1' } } });
    expect(result).toMatchObject({ completion: { values: ['a', 'te', '{"b":"1"}'] } });
  });

  it.each<[string, JsonObject]>([
    ['a prompt without completion', prompt('plain')],
    ['a fixed resource', { type: 'ref/resource', uri: 'test://r' }],
  ])('%s has no values', async (_name, ref) => {
    expect(await complete(newCompleter(['x']), ref)).toMatchObject({ completion: { values: [] } });
  });

  // requirement: completion-inputs-validated, completion-standard-errors
  it.each<[string, JsonObject]>([
    ['an unknown prompt', { ref: prompt('none'), argument: { name: 'a', value: '' } }],
    [
      'an unknown template',
      { ref: { type: 'ref/resource', uri: 'test://none' }, argument: { name: 'a', value: '' } },
    ],
    [
      'an unknown kind of reference',
      { ref: { type: 'ref/tool', name: 'p' }, argument: { name: 'a', value: '' } },
    ],
    ['no argument', { ref: prompt('p') }],
  ])('%s is -32602', async (_name, params) => {
    expect((await new ScriptedClient(newCompleter([])).error('completion/complete', params)).code).toBe(
      -32602,
    );
  });

  it('is served to clients of 2024-11-05, which know no such capability', async () => {
    const client = new ScriptedClient(newCompleter(['x']));
    await client.initialize('2024-11-05');
    const params = { ref: prompt('p'), argument: { name: 'a', value: '' } };
    expect(await client.result('completion/complete', params)).toMatchObject({
      completion: { values: ['x'] },
    });
  });
});
