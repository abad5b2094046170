import { describe, expect, it } from 'vitest';
import { compileCopy } from '../../src/schema/compile-copy.js';

const MARK = '$mark';

describe('compileCopy', () => {
  it('drops foreign keywords where keywords stand, and only there', () => {
    const schema = {
      id: 'x',
      $async: true,
      nullable: true,
      properties: { id: { type: 'string', nullable: true }, nullable: {} },
      const: { id: 1, nullable: true },
      enum: [{ $async: true }],
      allOf: [{ id: 'y' }],
    };
    expect(compileCopy(schema, MARK)).toEqual({
      properties: { id: { type: 'string' }, nullable: {} },
      const: { id: 1, nullable: true },
      enum: [{ $async: true }],
      allOf: [{}],
    });
  });

  it('marks every object, invisibly', () => {
    const copy = compileCopy({ const: { a: {} }, x: { y: [{}] } }, MARK) as Record<string, never>;
    const objects = [copy, copy['const'], copy['const']?.['a'], copy['x'], copy['x']?.['y']?.[0]];
    expect(objects.map((object) => object?.[MARK])).toEqual([true, true, true, true, true]);
    expect(objects.flatMap((object) => Object.keys(object ?? {}))).not.toContain(MARK);
  });

  it('keeps a property called __proto__ as data', () => {
    const copy = compileCopy(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), MARK);
    expect(JSON.stringify(copy)).toBe('{"properties":{"__proto__":{"type":"string"}}}');
    expect(Object.getPrototypeOf(copy['properties'])).toBe(Object.prototype);
  });
});
