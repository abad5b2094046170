import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FromSchema, SchemaArguments, SchemaObject, ToolDefinition } from '../../../src/server/index.js';
import { McpServer, tool } from '../../../src/server/index.js';

/** A literal as `tool` sees it. */
const literal = <const Schema>(schema: Schema): Schema => schema;

describe('the type of what a schema describes', () => {
  it('has the members of the literal', () => {
    const schema = literal({
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        ratio: { type: 'number' },
        flag: { type: 'boolean' },
        nothing: { type: 'null' },
        words: { type: 'array', items: { type: 'string' } },
        colour: { enum: ['red', 'green'] },
        kind: { const: 'x' },
        maybe: { type: ['string', 'null'] },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        one: { oneOf: [{ type: 'boolean' }, { type: 'null' }] },
        deep: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        free: { type: 'object' },
        list: { type: 'array' },
        any: {},
        elsewhere: { $ref: '#/$defs/x' },
      },
      required: ['text', 'count', 'elsewhere'],
    });
    type Described = FromSchema<typeof schema>;
    expectTypeOf<Described>().toEqualTypeOf<{
      text: string;
      count: number;
      elsewhere: unknown;
      ratio?: number;
      flag?: boolean;
      nothing?: null;
      words?: string[];
      colour?: 'red' | 'green';
      kind?: 'x';
      maybe?: string | null;
      either?: string | number;
      one?: boolean | null;
      deep?: { a: string };
      free?: { [name: string]: unknown };
      list?: unknown[];
      any?: unknown;
    }>();
    const value: Described = { text: 'a', count: 1, elsewhere: undefined };
    // @ts-expect-error a required member is missing
    const incomplete: Described = { text: 'a', elsewhere: 1 };
    expect([value.text, incomplete.text]).toEqual(['a', 'a']);
  });

  it('is open where the schema is', () => {
    const open = literal({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: true,
    });
    const closed = literal({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
    const value: FromSchema<typeof open> = { a: 'a', b: 1 };
    // @ts-expect-error no other members
    const wrong: FromSchema<typeof closed> = { a: 'a', b: 1 };
    expect(value).toEqual(wrong);
  });
});

describe('the arguments of a tool', () => {
  const newServer = () => new McpServer({ name: 'test', version: '1' });
  const names = (server: McpServer) => server.tools().map(({ name }) => name);
  const add = {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  } as const;

  it('have the type of the literal, wherever the tool is made', () => {
    const server = newServer()
      .tool({
        name: 'literal',
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'number' }, unit: { enum: ['m', 'ft'] } },
          required: ['a'],
        },
        run: (args, context) => {
          expectTypeOf(args).toEqualTypeOf<{ a: number; unit?: 'm' | 'ft' }>();
          // @ts-expect-error no such member
          void args.b;
          return context.era;
        },
      })
      .tool({ name: 'constant', inputSchema: add, run: ({ a, b }) => String(a + b) })
      .tool({
        name: 'method',
        inputSchema: add,
        async run({ a, b }) {
          return String(a + b);
        },
      })
      .tool({
        name: 'wrong',
        inputSchema: add,
        run(args) {
          expectTypeOf(args).toEqualTypeOf<{ a: number; b: number }>();
          // @ts-expect-error a is a number
          const text: string = args.a;
          return text;
        },
      });
    expect(names(server)).toEqual(['literal', 'constant', 'method', 'wrong']);
  });

  it('have the type that is told', () => {
    interface Sum {
      readonly a: number;
      readonly b: number;
    }
    const server = newServer()
      .tool<Sum>({
        name: 'argument',
        inputSchema: { type: 'object' },
        run: (args) => {
          expectTypeOf(args).toEqualTypeOf<Sum>();
          return '';
        },
      })
      .tool({ name: 'parameter', inputSchema: add, run: ({ a, b }: Sum) => String(a + b) })
      .tool({ name: 'loose', inputSchema: add as SchemaObject, run: ({ a, b }: Sum) => String(a + b) });
    expect(names(server)).toEqual(['argument', 'parameter', 'loose']);
  });

  it('are known by name alone where the schema says nothing to the compiler', () => {
    const loose = { type: 'object', properties: { a: { type: 'number' } } };
    const untyped: Record<string, unknown> = loose;
    const parsed = JSON.parse('{"type":"object"}');
    const definition: ToolDefinition = { name: 'value', inputSchema: untyped, run: () => 'x' };
    const typed: ToolDefinition<{ a: number }> = {
      name: 'typed',
      inputSchema: loose,
      run: ({ a }) => `${a}`,
    };
    const seen = (args: unknown) => String(args);
    const server = newServer()
      .tool({
        name: 'none',
        run: (args, context) => {
          expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
          return context.era;
        },
      })
      .tool({
        name: 'loose',
        inputSchema: loose,
        run: (args) => {
          expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
          return seen(args['a']);
        },
      })
      .tool({ name: 'untyped', inputSchema: untyped, run: ({ a }) => seen(a) })
      .tool({ name: 'parsed', inputSchema: parsed, run: ({ a }) => seen(a) })
      .tool({ name: 'free', inputSchema: { type: 'object' }, run: ({ a }) => seen(a) })
      .tool(definition)
      .tool(typed)
      .tool({ ...definition, name: 'spread' });
    expect(names(server)).toEqual(['none', 'loose', 'untyped', 'parsed', 'free', 'value', 'typed', 'spread']);
  });

  it('are the same for a tool of a registry', () => {
    expectTypeOf<SchemaArguments<undefined>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<SchemaArguments<SchemaObject>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<SchemaArguments<typeof add>>().toEqualTypeOf<{ a: number; b: number }>();
    const sum = tool({ name: 'sum', parameters: add, run: ({ a, b }) => a + b });
    const loose = { type: 'object', properties: { a: { type: 'number' } } };
    const any = tool({ name: 'any', parameters: loose, run: ({ a }) => a });
    expect([sum.name, any.name]).toEqual(['sum', 'any']);
  });
});
