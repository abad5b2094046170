import { describe, expect, it } from 'vitest';
import type { Revision } from '../../src/protocol/index.js';
import { checkExtensionId, checkMetaKey, META } from '../../src/protocol/index.js';

describe('checkMetaKey', () => {
  // requirement: meta-prefix-labels, meta-label-characters, meta-name-characters
  it.each<[string, boolean, boolean, string]>([
    ['com.example/thing', true, false, 'reverse DNS prefix'],
    ['example/thing', true, false, 'one label is a prefix'],
    ['thing', true, false, 'the prefix is optional'],
    ['com.example/', true, false, 'the name may be empty'],
    ['', true, false, 'both may be empty'],
    ['a.b-c.d9/x_y.z-0', true, false, 'every allowed character'],
    ['io.modelcontextprotocol/x', true, true, 'second label'],
    ['dev.mcp/x', true, true, 'second label'],
    ['org.modelcontextprotocol.api/x', true, true, 'second of three labels'],
    ['com.mcp.tools/x', true, true, 'second of three labels'],
    ['com.example.mcp/x', true, false, 'third label'],
    ['mcp/x', true, false, 'there is no second label'],
    ['mcp.dev/x', true, false, 'the first label does not count'],
    ['io.mcpx/x', true, false, 'another label that begins alike'],
    ['progressToken', true, true, 'reserved name'],
    ['traceparent', true, true, 'OpenTelemetry'],
    ['tracestate', true, true, 'OpenTelemetry'],
    ['baggage', true, true, 'OpenTelemetry'],
    ['com.example/baggage', true, false, 'only without a prefix'],
    ['/x', false, false, 'an empty label'],
    ['com..example/x', false, false, 'an empty label'],
    ['.com/x', false, false, 'an empty label'],
    ['9com.example/x', false, false, 'a label starts with a letter'],
    ['com.example-/x', false, false, 'a label ends with a letter or digit'],
    ['com.exa_mple/x', false, false, 'no underscore in a label'],
    ['com.exämple/x', false, false, 'letters are ASCII'],
    ['com.example/x/y', false, false, 'one slash only'],
    ['com.example/-x', false, false, 'a name begins with a letter or digit'],
    ['com.example/x.', false, false, 'a name ends with a letter or digit'],
    ['two words', false, false, 'no blank in a name'],
    ['io.mcp/-', false, true, 'reserved although malformed'],
    ['__proto__', false, false, 'begins with an underscore'],
    ['constructor', true, false, 'a name like another'],
  ])('%j: ok %s, reserved %s', (key, ok, reserved) => {
    expect(checkMetaKey(key)).toMatchObject({ ok, reserved });
  });

  it.each<[string, Revision, boolean, string]>([
    ['mcp.dev/x', '2025-06-18', true, 'any label but the last'],
    ['modelcontextprotocol.io/x', '2025-06-18', true, 'any label but the last'],
    ['api.modelcontextprotocol.org/x', '2025-06-18', true, 'any label but the last'],
    ['tools.mcp.com/x', '2025-06-18', true, 'any label but the last'],
    ['io.modelcontextprotocol/x', '2025-06-18', false, 'a label has to follow'],
    ['mcp.dev/x', '2025-11-25', false, 'second label since 2025-11-25'],
    ['io.modelcontextprotocol/x', '2025-11-25', true, 'second label since 2025-11-25'],
    ['traceparent', '2025-11-25', false, 'reserved since 2026-07-28'],
    ['progressToken', '2024-11-05', true, 'reserved from the start'],
  ])('%j in %s: reserved %s', (key, revision, reserved) => {
    expect(checkMetaKey(key, revision)).toEqual({ ok: true, reserved });
  });

  it.each(Object.values(META))('the key %s of the specification is good and reserved', (key) => {
    expect(checkMetaKey(key)).toEqual({ ok: true, reserved: true });
  });

  it('says which part is wrong', () => {
    expect(checkMetaKey('9com/x')).toMatchObject({ reason: expect.stringContaining("'9com'") });
    expect(checkMetaKey('com/x!')).toMatchObject({ reason: expect.stringContaining("'x!'") });
  });
});

describe('checkExtensionId', () => {
  // requirement: extension-id-format
  it.each<[string, boolean, boolean, string]>([
    ['io.modelcontextprotocol/tasks', true, true, 'official'],
    ['com.example/skills', true, false, 'of a vendor'],
    ['tasks', false, false, 'the prefix is mandatory'],
    ['', false, false, 'nothing at all'],
    ['9com/tasks', false, false, 'the rules of `_meta` keys'],
  ])('%j: ok %s, reserved %s', (id, ok, reserved) => {
    expect(checkExtensionId(id)).toMatchObject({ ok, reserved });
  });
});
