import { describe, expect, it } from 'vitest';
import { aiSdkSchema } from '../../../src/adapters/frameworks/ai-sdk-schema.js';

const SCHEMA = { type: 'object', properties: {} };

describe('a schema for the AI SDK', () => {
  it('carries the mark that the SDK looks for, and the very schema', () => {
    const schema = aiSdkSchema(SCHEMA);
    expect(Reflect.get(schema, Symbol.for('vercel.ai.schema'))).toBe(true);
    expect(schema.jsonSchema).toBe(SCHEMA);
    expect('validate' in schema && schema.validate).toBeUndefined();
  });

  it('is a Standard JSON Schema that takes anything', () => {
    const { version, validate, jsonSchema } = aiSdkSchema(SCHEMA)['~standard'];
    expect(version).toBe(1);
    expect(validate(5)).toEqual({ value: 5 });
    expect(jsonSchema.input()).toBe(SCHEMA);
    expect(jsonSchema.output()).toBe(SCHEMA);
  });
});
