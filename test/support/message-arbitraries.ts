import fc from 'fast-check';
import type { ErrorObject, JsonObject, Message, RequestId } from '../../src/protocol/index.js';

const UNSAFE = 2n ** 53n;

/** An integer that a double cannot hold, of up to about 60 digits. */
export const unsafeIntegers: fc.Arbitrary<bigint> = fc
  .tuple(fc.bigInt({ min: UNSAFE, max: 10n ** 60n }), fc.boolean())
  .map(([size, isNegative]) => (isNegative ? -size : size));

/** Canonical ids of all kinds. */
export const requestIds: fc.Arbitrary<RequestId> = fc.oneof(
  fc.maxSafeInteger().map((id) => (id === 0 ? 0 : id)),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '7', '0', 'null', '__proto__'),
  unsafeIntegers,
);

const keys = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    '_meta',
    'progressToken',
    'a\u2028b',
  ),
);

const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u2028', '\u2029', '\r\n', '"id":9007199254740993'),
  // Bounded, because a member may be named progressToken, where an unsafe integer becomes a bigint.
  fc.double({ noNaN: true, min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }).map((value) => (value === 0 ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
);

/**
 * Any JSON object, odd member names included. Numbers are what `JSON.stringify` keeps: no -0, NaN,
 * infinities.
 */
export const jsonObjects: fc.Arbitrary<JsonObject> = fc.letrec<{ object: JsonObject; value: unknown }>(
  (tie) => ({
    object: fc
      .dictionary(keys, tie('value'), { maxKeys: 5 })
      .map((members) => ownMembers(Object.entries(members))),
    value: fc.oneof({ depthSize: 'small' }, scalars, tie('object'), fc.array(tie('value'), { maxLength: 4 })),
  }),
).object;

/** As `JSON.parse` makes it: `__proto__` is a member like others. */
function ownMembers(entries: [string, unknown][]): JsonObject {
  return Object.fromEntries(entries) as JsonObject;
}

const errorObjects: fc.Arbitrary<ErrorObject> = fc.record(
  { code: fc.integer(), message: fc.string(), data: jsonObjects },
  { requiredKeys: ['code', 'message'] },
);

/** Messages of all four kinds, with and without their optional members, and with exact tokens in params. */
export const messages: fc.Arbitrary<Message> = fc.oneof(
  fc
    .record({ id: requestIds, method: fc.string(), params: jsonObjects }, { requiredKeys: ['id', 'method'] })
    .map((members) => ({ kind: 'request', ...members }) as const),
  fc
    .record({ method: fc.string(), params: jsonObjects }, { requiredKeys: ['method'] })
    .map((members) => ({ kind: 'notification', ...members }) as const),
  fc
    .record({ method: fc.string(), progressToken: requestIds, requestId: requestIds, rest: jsonObjects })
    .map(
      ({ method, rest, ...tokens }) =>
        ({ kind: 'notification', method, params: { ...rest, ...tokens } }) as const,
    ),
  fc
    .record({ id: requestIds, result: jsonObjects })
    .map((members) => ({ kind: 'success', ...members }) as const),
  fc
    .record({ id: requestIds, error: errorObjects }, { requiredKeys: ['error'] })
    .map((members) => ({ kind: 'error', ...members }) as const),
);
