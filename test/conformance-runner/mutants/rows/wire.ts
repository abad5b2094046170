import { json } from '../base/http-types.js';
import { onError, onResult, replyInstead, resultWith, sendingAfter, sendingBefore } from '../deviations.js';
import type { MutantRows } from '../row.js';

/** Each method with a check that asks for it, and something that its result must not look like. */
const RESULTS: readonly (readonly [
  method: string,
  beside: string,
  wrong: Record<string, unknown>,
  legacy?: true,
])[] = [
  ['initialize', 'ping', { instructions: 42 }, true],
  ['ping', 'ping', { _meta: 'x' }, true],
  ['resources/subscribe', 'subscribe-listed', { _meta: 'x' }, true],
  ['resources/unsubscribe', 'unsubscribe', { _meta: 'x' }, true],
  ['logging/setLevel', 'logging-set', { _meta: 'x' }, true],
  ['server/discover', 'disc-schema', { instructions: 42 }],
  ['tools/list', 'cap-declared-tools', { tools: [{ name: 'x' }] }],
  ['tools/call', 'tool-result-schema', { content: [{ type: 'text' }] }],
  ['resources/list', 'cap-declared-resources', { resources: [{ uri: 'note:///x' }] }],
  ['resources/templates/list', 'templates-list', { resourceTemplates: [{ name: 'x' }] }],
  ['resources/read', 'resource-read-listed', { contents: [{ uri: 'note:///x' }] }],
  ['prompts/list', 'cap-declared-prompts', { prompts: [{ title: 'x' }] }],
  ['prompts/get', 'prompt-get-noargs', { messages: [{ role: 'user' }] }],
  ['completion/complete', 'completion-result', { completion: { values: 'x' } }],
];

const MODERN = RESULTS.filter(([, , , legacy]) => legacy !== true);

export const WIRE_ROWS: MutantRows = [
  {
    check: 'wire-envelope-schema',
    over: 'stdio',
    beside: ['rpc-id-echo'],
    deviation: sendingAfter('server/discover', () => ({
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    })),
    reason: /notifications\/initialized/,
  },
  {
    check: 'wire-envelope-schema',
    over: 'stdio',
    verdict: 'info',
    beside: ['rpc-id-echo'],
    deviation: sendingAfter('server/discover', () => ({
      jsonrpc: '2.0',
      method: 'com.example/notifications/own',
    })),
    reason: /not defined by MCP/,
  },
  {
    check: 'wire-envelope-schema',
    over: 'stdio',
    revision: '2025-11-25',
    beside: ['ping'],
    deviation: sendingBefore('ping', () => [{ jsonrpc: '1.0', method: 'notifications/message' }]),
  },
  {
    check: 'err-code-integer',
    beside: ['rpc-unknown-method'],
    deviation: onError('plainwire/no-such-method', (error) => ({ ...error, code: '-32601' })),
    reason: /"-32601"/,
  },
  {
    check: 'err-code-integer',
    over: 'stdio',
    revision: '2025-06-18',
    beside: ['rpc-unknown-method'],
    deviation: onError('plainwire/no-such-method', ({ code }) => ({ code })),
    reason: /message/,
  },
  {
    check: 'err-codes-reserved',
    beside: ['resource-unknown-code'],
    deviation: onError('resources/read', (error) => ({ ...error, code: -32002 })),
  },
  {
    check: 'err-codes-reserved',
    beside: ['rpc-unknown-method'],
    deviation: onError('plainwire/no-such-method', (error) => ({ ...error, code: -32077 })),
  },
  {
    check: 'err-codes-legacy-range',
    beside: ['rpc-unknown-method'],
    deviation: onError('plainwire/no-such-method', (error) => ({ ...error, code: -32001 })),
  },
  {
    check: 'http-error-id-null',
    beside: ['http-parse-error'],
    deviation: replyInstead(
      ({ method }, message) => method === 'POST' && message === undefined,
      json(400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }),
    ),
  },
  {
    check: 'meta-key-names',
    deviation: resultWith('tools/list', { _meta: { 'not a key!': 1 } }),
    reason: /not a key/,
  },
  {
    check: 'meta-key-names',
    revision: '2025-06-18',
    over: 'stdio',
    deviation: resultWith('tools/list', { _meta: { 'io.modelcontextprotocol/mine': 1 } }),
    verdict: 'warn',
  },
  {
    check: 'wire-response-ids',
    over: 'stdio',
    beside: ['ping'],
    revision: '2025-11-25',
    deviation: sendingBefore('ping', () => [{ jsonrpc: '2.0', id: 424242, result: {} }]),
  },
  {
    check: 'wire-response-ids',
    over: 'stdio',
    beside: ['rpc-id-echo'],
    deviation: sendingAfter('server/discover', ({ id }) => ({
      jsonrpc: '2.0',
      id: `${String(id)}!`,
      result: {},
    })),
  },
  ...RESULTS.map(([method, beside, wrong]) => ({
    check: `schema-result-${method}`,
    beside: [beside],
    deviation: resultWith(method, wrong),
  })),
  ...MODERN.map(([method, beside]) => ({
    check: `result-type-${method}`,
    beside: [beside],
    deviation: resultWith(method, { resultType: undefined }),
  })),
  {
    check: 'result-type-tools/list',
    over: 'stdio',
    deviation: resultWith('tools/list', { resultType: 'input_required', requestState: 'x' }),
    reason: /must not use/,
  },
  ...MODERN.map(([method, beside]) => ({
    check: `serverinfo-meta-${method}`,
    beside: [beside],
    deviation: onResult(method, ({ _meta, ...result }) => result),
  })),
];
