import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Tool, type ToolContext, ToolRegistry, tool, toolContext } from '../../../src/server/index.js';

const text = { type: 'string' } as const;

describe('tool', () => {
  it('makes a tool of a function, with the types of its schema', async () => {
    const add = tool({
      name: 'add',
      description: 'Add two integers.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        required: ['a', 'b'],
      },
      sideEffecting: false,
      run: ({ a, b }, context) => {
        expectTypeOf(a).toEqualTypeOf<number>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return a + b;
      },
    });
    expect(await add.run({ a: 2, b: 3 }, toolContext())).toBe(5);
    expect(add).toMatchObject({ name: 'add', description: 'Add two integers.', sideEffecting: false });
    // @ts-expect-error the schema has no such argument
    tool({ name: 'x', parameters: { type: 'object', properties: { a: text } }, run: ({ b }) => b });
  });

  it('has the types of a library, too', async () => {
    const length = tool({
      name: 'length',
      parameters: {
        '~standard': {
          version: 1,
          vendor: 'lib',
          validate: (value: unknown) => ({ value: { n: String((value as { s: unknown }).s).length } }),
          jsonSchema: { input: () => ({ type: 'object', properties: { s: text }, required: ['s'] }) },
          types: undefined as { input: { s: string }; output: { n: number } } | undefined,
        },
      },
      run: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ n: number }>();
        return args.n;
      },
    });
    expect(length.parameters).toEqual({ type: 'object', properties: { s: text }, required: ['s'] });
    const anyTool: Tool = length;
    expect(await anyTool.run({ s: 'four' }, toolContext())).toBe(4);
  });

  it('takes a tool to be harmful unless it is declared not to be', () => {
    expect(tool({ name: 't', run: () => {} })).toMatchObject({
      sideEffecting: true,
      requiresApproval: false,
      caps: [],
      parameters: undefined,
    });
  });

  it('keeps the text of the schema, and keeps it from changing', () => {
    const schema = {
      type: 'object',
      properties: { z: { type: 'string' }, a: { type: 'string' } },
      required: ['z'],
    };
    const made = tool({ name: 't', parameters: schema, run: () => {} });
    const written = JSON.stringify(schema);
    schema.properties.z.type = 'number';
    schema.required.push('a');
    expect(JSON.stringify(made.parameters)).toBe(written);
    expect(() => {
      (made.parameters as { type: string }).type = 'array';
    }).toThrow(TypeError);
    expect(() => {
      (made as { requiresApproval: boolean }).requiresApproval = false;
    }).toThrow(TypeError);
  });

  it.each([
    ['an argument too many', { a: 'x', b: 1 }, /unexpected argument\(s\) \['b'\]/],
    ['an argument too few', {}, /missing required argument\(s\) \['a'\]/],
    ['an argument of another type', { a: 1 }, /"a" must be a string/],
  ])('refuses %s before the body runs', async (_what, args, message) => {
    let ran = false;
    const strict: Tool = tool({
      name: 't',
      parameters: { type: 'object', properties: { a: text }, required: ['a'] },
      run: () => {
        ran = true;
      },
    });
    await expect(strict.run(args, toolContext())).rejects.toThrow(message);
    expect(ran).toBe(false);
  });

  it('does not begin when it was stopped while its arguments were checked', async () => {
    const stop = new AbortController();
    let ran = false;
    const slow: Tool = tool({
      name: 'slow',
      parameters: {
        '~standard': {
          version: 1,
          vendor: 'lib',
          validate: async (value: unknown) => {
            stop.abort(new Error('stopped'));
            return { value };
          },
          jsonSchema: { input: () => ({ type: 'object', properties: {} }) },
        },
      },
      run: () => {
        ran = true;
      },
    });
    await expect(slow.run({}, toolContext({ signal: stop.signal }))).rejects.toThrow('stopped');
    expect(ran).toBe(false);
  });

  it.each([[undefined], [{}]])('runs in a loop that gives it %j for a context', async (context) => {
    const echo: Tool = tool({
      name: 'echo',
      parameters: { type: 'object', properties: { s: { type: 'string' } } },
      run: ({ s }) => s,
    });
    expect(await echo.run({ s: 'x' }, context as never)).toBe('x');
    expect(await new ToolRegistry([echo]).call('echo', { s: 'x' }, context as never)).toBe('x');
  });

  const circular: Record<string, unknown> = { type: 'object' };
  circular['self'] = circular;
  it.each<[string, object, RegExp]>([
    ['no name', { name: '' }, /`name`/],
    ['no body', { run: undefined }, /`run`/],
    ['a schema that is none', { parameters: 'object' }, /type "object"/],
    ['a schema of a list', { parameters: { type: 'array' } }, /type "object"/],
    ['a schema without type', { parameters: { properties: {} } }, /type "object"/],
    ['a schema that cannot be written', { parameters: circular }, /cannot be written as JSON/],
    ['a capability that is no name', { caps: [1] }, /`caps`/],
    ['an approval that is a word', { requiresApproval: 'false' }, /`requiresApproval` must be true or false/],
    ['an approval that is null', { requiresApproval: null }, /`requiresApproval`/],
    ['a side effect that is a number', { sideEffecting: 0 }, /`sideEffecting`/],
    ['capabilities that are no list', { caps: 'egress' }, /`caps`/],
  ])('refuses %s', (_what, wrong, message) => {
    const make = () => tool({ name: 't', run: () => {}, ...wrong } as never);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('fits into a registry with tools of every other type', () => {
    const one = tool({
      name: 'one',
      parameters: { type: 'object', properties: { a: text } },
      run: ({ a }) => a,
    });
    const two = tool({ name: 'two', run: () => {} });
    expect(new ToolRegistry([one, two]).size).toBe(2);
  });
});
