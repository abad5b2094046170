// 2026-07-28 basic/transports/streamable-http#server-validation
import type { Features } from './features.js';
import type { HttpCall } from './http-types.js';
import type { Json } from './json.js';
import { isObject, objectAt } from './json.js';
import { Refusal } from './methods.js';

const NAMED: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

const mismatch = (message: string) => new Refusal(-32020, `Header mismatch: ${message}`, undefined, 400);

/** Throws a Refusal when headers and body of a modern request differ. */
export function checkHeaders(features: Features, message: Json, headers: HttpCall['headers']): void {
  const params = objectAt(message, 'params');
  const version = objectAt(params, '_meta')['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') throw new Refusal(-32602, '_meta lacks protocolVersion', undefined, 400);
  expectHeader(headers, 'mcp-protocol-version', version);
  expectHeader(headers, 'mcp-method', message['method']);
  const member = NAMED[String(message['method'])];
  if (member === undefined || typeof params[member] !== 'string') return;
  expectHeader(headers, 'mcp-name', params[member]);
  if (message['method'] === 'tools/call') checkParamHeaders(features, params, headers);
}

function checkParamHeaders(features: Features, params: Json, headers: HttpCall['headers']): void {
  const tool = features.tools.find(({ name }) => name === params['name']);
  const properties = objectAt(objectAt(tool, 'inputSchema'), 'properties');
  for (const [property, schema] of Object.entries(properties)) {
    const name = isObject(schema) ? schema['x-mcp-header'] : undefined;
    if (typeof name !== 'string') continue;
    const value = objectAt(params, 'arguments')[property];
    if (value !== undefined && value !== null) {
      expectHeader(headers, `mcp-param-${name.toLowerCase()}`, String(value));
    }
  }
}

function expectHeader(headers: HttpCall['headers'], name: string, expected: unknown): void {
  const sent = headers[name];
  if (sent === undefined) throw mismatch(`${name} is missing`);
  if (decode(sent.trim()) !== expected) throw mismatch(`${name} is not what the body says`);
}

function decode(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
    throw mismatch('invalid base64');
  }
  return Buffer.from(encoded, 'base64').toString('utf8');
}
