// Resources, prompts, completion, logging.
import { FEATURES } from '../base/features.js';
import type { Json } from '../base/json.js';
import { isObject, objectAt } from '../base/json.js';
import {
  type Deviation,
  errorCode,
  errorInstead,
  metaOf,
  onError,
  onResult,
  paramsOf,
  resultInstead,
  sendingBefore,
} from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';

const COMPLETE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const withResource = (resource: Json): Deviation => ({
  features: { resources: [{ ...FEATURES.resources[0], ...resource }, ...FEATURES.resources.slice(1)] },
});

const hasUri = (uri: unknown) => (message: Json) => paramsOf(message)['uri'] === uri;
const isUnknown = hasUri('plainwire-check://no-such/resource');

const RESOURCE_ROWS: MutantRows = [
  { check: 'resource-uri-valid', deviation: withResource({ uri: 'no URI' }) },
  {
    check: 'resource-uri-valid',
    over: 'stdio',
    revision: '2024-11-05',
    deviation: withResource({ uri: '/relative' }),
  },
  { check: 'resource-uri-unique', deviation: withResource({ uri: 'note:///two' }) },
  { check: 'templates-list', deviation: errorInstead('resources/templates/list', { code: -32601 }) },
  {
    check: 'template-rfc6570',
    deviation: { features: { templates: [{ uriTemplate: 'note:///{id', name: 'broken' }] } },
  },
  { check: 'resource-read-listed', deviation: errorInstead('resources/read', { code: -32603 }) },
  {
    check: 'resource-read-listed',
    revision: '2025-06-18',
    deviation: resultInstead('resources/read', { contents: [{ uri: '', text: 'x' }] }),
  },
  {
    check: 'resource-blob-base64',
    deviation: resultInstead(
      'resources/read',
      { ...COMPLETE, contents: [{ uri: 'note:///three', blob: 'not base64!' }] },
      hasUri('note:///three'),
    ),
  },
  {
    check: 'resource-unknown-empty',
    deviation: resultInstead('resources/read', { ...COMPLETE, contents: [] }, isUnknown),
  },
  { check: 'resource-unknown-code', deviation: errorInstead('resources/read', { code: -32603 }, isUnknown) },
  {
    check: 'resource-unknown-code',
    revision: '2025-11-25',
    over: 'stdio',
    deviation: errorInstead('resources/read', { code: 0 }, isUnknown),
  },
  {
    check: 'resource-unknown-data-uri',
    deviation: onError('resources/read', ({ data, ...error }) => error),
  },
  {
    check: 'resource-read-no-uri',
    deviation: errorInstead('resources/read', { code: -32603 }, hasUri(undefined)),
  },
  {
    check: 'resource-read-bad-uri',
    deviation: errorInstead('resources/read', { code: -32603 }, hasUri('no URI at all')),
  },
  { check: 'subscribe-listed', deviation: errorInstead('resources/subscribe', { code: -32601 }) },
  { check: 'unsubscribe', deviation: errorInstead('resources/unsubscribe', { code: -32601 }) },
  {
    check: 'subscribe-undeclared',
    variant: 'modest',
    deviation: resultInstead('resources/subscribe', {}),
  },
  { check: 'subscribe-unknown-uri', deviation: resultInstead('resources/subscribe', {}, isUnknown) },
];

const isPrompt = (name: unknown) => (message: Json) => paramsOf(message)['name'] === name;
const lacksWho = (message: Json): boolean =>
  isPrompt('greet')(message) && objectAt(paramsOf(message), 'arguments')['who'] === undefined;
const MESSAGES = { resultType: 'complete', messages: [] };

const PROMPT_ROWS: MutantRows = [
  {
    check: 'prompt-unknown',
    deviation: errorInstead('prompts/get', { code: -32603 }, isPrompt('plainwire-no-such-prompt')),
  },
  { check: 'prompt-no-name', deviation: errorInstead('prompts/get', { code: -32603 }, isPrompt(undefined)) },
  { check: 'prompt-missing-args', deviation: resultInstead('prompts/get', MESSAGES, lacksWho) },
  {
    check: 'prompt-missing-arguments-object',
    deviation: errorInstead(
      'prompts/get',
      { code: -32603 },
      (message) => lacksWho(message) && !isObject(paramsOf(message)['arguments']),
    ),
  },
  {
    check: 'prompt-get-noargs',
    deviation: onResult('prompts/get', ({ messages: _messages, ...result }) => result),
  },
  {
    check: 'prompt-get-noargs',
    over: 'stdio',
    revision: '2025-11-25',
    deviation: onResult('prompts/get', (result) => ({
      ...result,
      messages: [{ role: 'system', content: 'x' }],
    })),
  },
  {
    check: 'prompt-media-base64',
    deviation: resultInstead(
      'prompts/get',
      {
        resultType: 'complete',
        messages: [{ role: 'user', content: { type: 'image', data: '<svg/>', mimeType: 'image/svg+xml' } }],
      },
      isPrompt('picture'),
    ),
  },
  {
    check: 'prompt-name-unique',
    deviation: { features: { prompts: [...FEATURES.prompts, { name: 'thanks' }] } },
  },
];

const completing = (completion: unknown): Deviation =>
  onResult('completion/complete', (result) => ({ ...result, completion }));

const COMPLETION_ROWS: MutantRows = [
  { check: 'completion-result', deviation: completing({ values: Array.from({ length: 101 }, String) }) },
  { check: 'completion-result', revision: '2024-11-05', deviation: completing({ values: [1] }) },
  {
    check: 'completion-result',
    over: 'stdio',
    revision: '2025-06-18',
    deviation: completing({ values: [], total: '3' }),
  },
  { check: 'completion-undeclared', variant: 'modest', deviation: resultInstead('completion/complete', {}) },
  ...['completion-unknown-ref', 'completion-bad-ref-type'].map(
    (check): MutantRow => ({
      check,
      deviation: errorCode('completion/complete', -32603),
    }),
  ),
];

const LOG = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hello' } };

const LOGGING_ROWS: MutantRows = [
  {
    check: 'logging-set',
    deviation: errorInstead(
      'logging/setLevel',
      { code: -32602 },
      (message) => paramsOf(message)['level'] === 'notice',
    ),
  },
  { check: 'logging-invalid-level', deviation: resultInstead('logging/setLevel', {}) },
  { check: 'logging-undeclared', variant: 'modest', deviation: resultInstead('logging/setLevel', {}) },
  {
    check: 'logging-undeclared-messages',
    variant: 'modest',
    over: 'stdio',
    revision: '2025-11-25',
    deviation: sendingBefore('tools/list', () => [LOG]),
  },
  {
    check: 'log-level-invalid',
    deviation: resultInstead(
      'server/discover',
      { ...COMPLETE, supportedVersions: ['2026-07-28'], capabilities: {} },
      (message) => metaOf(message)['io.modelcontextprotocol/logLevel'] === 'bogus',
    ),
  },
  { check: 'log-no-level-silent', over: 'stdio', deviation: sendingBefore('tools/list', () => [LOG]) },
];

export const FEATURE_ROWS: MutantRows = [
  ...RESOURCE_ROWS,
  ...PROMPT_ROWS,
  ...COMPLETION_ROWS,
  ...LOGGING_ROWS,
];
