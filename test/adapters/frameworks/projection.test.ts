import { describe, expect, it } from 'vitest';
import { OPENAI_LIMITS } from '../../../src/adapters/frameworks/api-limits.js';
import { Projection } from '../../../src/adapters/frameworks/projection.js';
import { shortHash } from '../../../src/adapters/index.js';
import { ToolRegistry, tool, toolContext } from '../../../src/server/index.js';
import { add, crash, either, look, refuse, wait } from '../../support/model-tools.js';

const project = (source: ConstructorParameters<typeof Projection>[0]) =>
  new Projection(source, OPENAI_LIMITS);
const LOOK = `run_look_${shortHash('run.look')}`;
const named = (name: string) =>
  tool({ name, parameters: { type: 'object', properties: {} }, run: () => name });
const failure = (text: unknown) => ({ content: [{ type: 'text', text }], isError: true });

describe('projected tools', () => {
  it('have the way back to their names, and the schema as the very object', () => {
    const { names, tools } = project([add, look]);
    expect([...names]).toEqual([
      ['add', 'add'],
      [LOOK, 'run.look'],
    ]);
    expect(tools[0]?.parameters).toBe(add.parameters);
    expect(tools[1]).toMatchObject({ name: LOOK, description: undefined, tool: look });
  });

  it('leave out what the API would refuse, with the reason', () => {
    const blind = tool({ name: 'blind', run: () => 'x' });
    const { names, quarantined } = project([either, blind, add]);
    expect([...names.keys()]).toEqual(['add']);
    expect(quarantined).toEqual([
      { item: either, reason: expect.stringMatching(/^"either": OpenAI refuses `anyOf`/) },
      { item: blind, reason: expect.stringMatching(/^"blind": it has no `parameters`/) },
    ]);
  });

  it('keep the first of two that come out the same', () => {
    const impostor = named(LOOK);
    const { names, quarantined } = project([look, impostor]);
    expect([...names]).toEqual([[LOOK, 'run.look']]);
    expect(quarantined).toEqual([
      { item: impostor, reason: expect.stringContaining(`would be called ${LOOK} as "run.look" is`) },
    ]);
  });

  it('do not depend on each other', () => {
    const tools = [named('run check'), named('run.check'), named('run_check')];
    const forwards = [...project(tools).names];
    const backwards = [...project([...tools].reverse()).names];
    expect(forwards).toHaveLength(3);
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('are not made of two tools of one name', () => {
    expect(() => project([add, add])).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});

describe('a call', () => {
  it.each([
    ['add', { a: 2, b: 3 }, { content: [{ type: 'text', text: '5' }] }],
    [LOOK, {}, { content: [{ type: 'text', text: 'seen' }, { type: 'image' }] }],
    ['refuse', {}, failure('not today')],
    ['crash', {}, failure("tool 'crash' failed: RangeError: too far")],
    ['add', { a: 2 }, failure(expect.stringContaining("missing required argument(s) ['b']"))],
    ['run.look', {}, failure(expect.stringContaining(`no tool 'run.look'. Available tools: add, ${LOOK}`))],
    ['x'.repeat(1_000), {}, failure(expect.stringContaining(`no tool '${'x'.repeat(128)}…'`))],
    ['add', [1], failure("tool 'add' call rejected: the arguments must be a JSON object")],
    ['add', undefined, failure("tool 'add' call rejected: the arguments must be a JSON object")],
    ['either', {}, failure(expect.stringContaining("no tool 'either'"))],
    [undefined as unknown as string, {}, failure(expect.stringContaining("no tool '(undefined)'"))],
  ])('of %.20s gives a result', async (name, args, result) => {
    expect(await project([add, look, refuse, crash, either]).call(name, args)).toMatchObject(result);
  });

  it('of what is not there names some tools, and not thousands', async () => {
    const many = project(Array.from({ length: 5_000 }, (_, index) => named(`tool_${index}`)));
    const { content } = await many.call('nope', {});
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/tool_63, and 4936 more$/) }]);
  });

  it('goes through the middleware of a registry', async () => {
    const registry = new ToolRegistry([add]).use(({ tool: { name } }) => `${name} was held back`);
    const { content } = await project(registry).call('add', { a: 1, b: 1 });
    expect(content).toEqual([{ type: 'text', text: 'add was held back' }]);
  });

  it('of which nobody reads the result any more rejects', async () => {
    const stopped = new Error('stopped');
    const context = toolContext({ signal: AbortSignal.abort(stopped) });
    await expect(project([add]).call('add', { a: 1, b: 1 }, context)).rejects.toBe(stopped);
    const stop = new AbortController();
    const running = project([wait]).call('wait', {}, toolContext({ signal: stop.signal }));
    stop.abort(stopped);
    await expect(running).rejects.toBe(stopped);
  });

  it('survives what cannot be described', async () => {
    const odd = tool({
      name: 'odd',
      parameters: { type: 'object' },
      run: () => {
        throw Object.create(null);
      },
    });
    expect(await project([odd]).call('odd', {})).toEqual(
      failure(expect.stringContaining('cannot be described')),
    );
  });
});
