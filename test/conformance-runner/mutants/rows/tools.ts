import { TOOLS } from '../base/features.js';
import type { Json } from '../base/json.js';
import { isObject } from '../base/json.js';
import { type Deviation, errorInstead, onResult, paramsOf, resultInstead } from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';

const [ECHO = {}] = TOOLS;

/** A server whose first tool is another. */
const withTool = (tool: Json): Deviation => ({
  features: { tools: [{ ...ECHO, ...tool }, ...TOOLS.slice(1)] },
});

const mirroring = (properties: Json): Json => ({ type: 'object', properties });

const called =
  (name: string, when: (args: unknown) => boolean = () => true) =>
  (message: Json) =>
    paramsOf(message)['name'] === name && when(paramsOf(message)['arguments']);

const success = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const failed = { ...success, isError: true };

const DEFINITION_ROWS: MutantRows = [
  { check: 'tool-name-present', deviation: withTool({ name: '' }) },
  {
    check: 'tool-name-present',
    over: 'stdio',
    revision: '2024-11-05',
    deviation: withTool({ name: undefined }),
  },
  { check: 'tool-name-unique', deviation: withTool({ name: 'now' }) },
  { check: 'tool-name-chars', deviation: withTool({ name: 'has blanks' }) },
  { check: 'tool-name-chars', revision: '2025-11-25', deviation: withTool({ name: 'x'.repeat(129) }) },
  { check: 'tool-description', deviation: withTool({ description: undefined }) },
  { check: 'tool-input-schema-object', deviation: withTool({ inputSchema: { type: 'string' } }) },
  {
    check: 'tool-input-schema-object',
    over: 'stdio',
    revision: '2025-03-26',
    deviation: withTool({ inputSchema: null }),
  },
  {
    check: 'tool-input-schema-valid',
    deviation: withTool({ inputSchema: { type: 'object', properties: { a: { type: 'text' } } } }),
  },
  {
    check: 'tool-input-schema-valid',
    revision: '2025-11-25',
    deviation: withTool({ inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } } }),
    reason: /\$defs\/none/,
  },
  {
    check: 'tool-input-schema-valid',
    revision: '2025-06-18',
    verdict: 'info',
    deviation: withTool({ inputSchema: { $schema: 'https://example.com/dialect', type: 'object' } }),
  },
  {
    check: 'tool-output-schema-valid',
    deviation: withTool({ outputSchema: { type: 'object', required: 'all' } }),
  },
  { check: 'tool-output-schema-object', deviation: withTool({ outputSchema: { type: 'array' } }) },
  {
    check: 'tool-schema-dialect',
    deviation: withTool({
      inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    }),
  },
  {
    check: 'tool-schema-no-network-ref',
    deviation: withTool({
      inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
    }),
  },
  {
    check: 'tool-schema-required-undeclared',
    deviation: withTool({ inputSchema: { type: 'object', properties: {}, required: ['a'] } }),
  },
  { check: 'tool-annotations-object', deviation: withTool({ annotations: 'readOnly' }) },
  { check: 'tool-annotations-bool', deviation: withTool({ annotations: { readOnlyHint: 'yes' } }) },
  {
    check: 'tool-annotations-contradict',
    deviation: withTool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
  },
  { check: 'tool-annotations-present', deviation: withTool({ annotations: undefined }) },
  { check: 'tool-icons', deviation: withTool({ icons: [{ src: 'ftp://example.com/icon.png' }] }) },
  {
    check: 'tool-icons',
    revision: '2025-11-25',
    verdict: 'info',
    deviation: withTool({ icons: [{ src: 'http://example.com/icon.png' }] }),
  },
  ...[
    { a: { type: 'string', 'x-mcp-header': '' } },
    { a: { type: 'string', 'x-mcp-header': 'not a token' } },
    { a: { type: 'number', 'x-mcp-header': 'A' } },
    { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } },
  ].map(
    (properties): MutantRow => ({
      check: 'tool-x-mcp-header',
      deviation: withTool({ inputSchema: mirroring(properties) }),
    }),
  ),
];

const CALL_ROWS: MutantRows = [
  { check: 'tool-unknown', deviation: resultInstead('tools/call', failed, called('plainwire_no_such_tool')) },
  {
    check: 'tool-unknown',
    over: 'stdio',
    revision: '2025-06-18',
    verdict: 'fail',
    deviation: resultInstead('tools/call', success, called('plainwire_no_such_tool')),
  },
  {
    check: 'tool-call-no-name',
    deviation: errorInstead(
      'tools/call',
      { code: -32603 },
      (message) => paramsOf(message)['name'] === undefined,
    ),
  },
  {
    check: 'tool-call-name-type',
    deviation: resultInstead('tools/call', failed, (message) => paramsOf(message)['name'] === 42),
  },
  {
    check: 'tool-args-array',
    calls: ['now'],
    deviation: resultInstead(
      'tools/call',
      success,
      called('now', (args) => Array.isArray(args)),
    ),
  },
  ...['tool-args-missing', 'tool-args-wrong-type'].map(
    (check): MutantRow => ({
      check,
      calls: ['echo'],
      deviation: resultInstead(
        'tools/call',
        success,
        called('echo', (args) => !isObject(args) || typeof args['text'] !== 'string'),
      ),
    }),
  ),
  {
    check: 'tool-args-iserror',
    calls: ['echo'],
    deviation: errorInstead(
      'tools/call',
      { code: -32602 },
      called('echo', (args) => !isObject(args) || args['text'] === undefined),
    ),
  },
  {
    check: 'tool-call-no-arguments',
    deviation: errorInstead(
      'tools/call',
      { code: -32602 },
      (message) => paramsOf(message)['arguments'] === undefined,
    ),
  },
  {
    check: 'tool-result-schema',
    deviation: onResult('tools/call', (result) => ({
      ...result,
      content: [{ type: 'image', data: 'AAEC' }],
    })),
  },
  {
    check: 'tool-result-schema',
    revision: '2025-03-26',
    deviation: onResult('tools/call', ({ content, ...result }) => ({ ...result, toolResult: content })),
  },
  {
    check: 'tool-output-conforms',
    deviation: onResult('tools/call', (result) => ({ ...result, structuredContent: { time: 12 } })),
  },
  {
    check: 'tool-output-conforms',
    over: 'stdio',
    revision: '2025-06-18',
    deviation: onResult('tools/call', ({ structuredContent, ...result }) => result),
  },
  {
    check: 'tool-output-text',
    deviation: onResult('tools/call', (result) => ({ ...result, content: [] })),
  },
];

export const TOOL_ROWS: MutantRows = [...DEFINITION_ROWS, ...CALL_ROWS];
