import { expect, it } from 'vitest';
import { requiredNames, sampleArguments } from '../../../src/conformance/run/sample-arguments.js';
import { ajvValidator, type JsonSchema } from '../../../src/schema/index.js';

const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });

it.each([
  [{ type: 'object' }],
  [{ type: 'object', properties: { a: { type: 'string' } } }],
  [object({ a: { type: 'string', minLength: 3 } })],
  [object({ a: { type: 'integer', minimum: 5 }, b: { type: 'number' } })],
  [object({ a: { type: 'boolean' }, b: { type: 'null' }, c: { type: ['string', 'null'] } })],
  [object({ a: { enum: ['x', 'y'] }, b: { const: 4 }, c: { type: 'string', default: 'd' } })],
  [object({ a: { type: 'array', items: { type: 'string' }, minItems: 2 } })],
  [object({ a: object({ b: object({ c: { type: 'string' } }) }) })],
  [object({ a: { type: 'string', examples: ['e'] } })],
])('%j accepts its sample', async (schema) => {
  const { compile } = ajvValidator();
  const compiled = await compile(schema as JsonSchema);
  expect(compiled.check(sampleArguments(schema))).toMatchObject({ ok: true });
});

it.each([[undefined], [null], [7], ['text'], [[]], [{ required: 'a' }], [{ type: 'string' }]])(
  'never fails for %j',
  (schema) => {
    expect(requiredNames(schema)).toEqual([]);
    expect(sampleArguments(schema)).toBeTypeOf('object');
  },
);

it('is bounded for a schema that asks for much', () => {
  const { a } = sampleArguments(object({ a: { type: 'string', minLength: 1e9 } })) as { a: string };
  expect(a.length).toBeLessThan(10);
});
