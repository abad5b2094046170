// Where our lint and emitted schemas say something else than the official schemas, on purpose. Each entry turns the
// official definitions into what we say, and has a witness: a value that the two judge differently. An entry whose
// witness is judged alike has had its day, and fails the test.
import type { Revision } from '../../src/protocol/index.js';
import type { Definitions, Schema } from '../support/official-schemas.js';

export interface Difference {
  readonly name: string;
  readonly revisions: readonly Revision[];
  readonly reason: string;
  readonly patch: (defs: Definitions) => void;
  readonly witness: {
    readonly definition: string;
    readonly value: unknown;
    /** What the official schema does with it; ours does the opposite. */
    readonly official: 'accepts' | 'rejects';
  };
}

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const notTyped = (...types: string[]): Schema => ({ type: 'string', not: { enum: types } });

function discriminateResult(name: string): (defs: Definitions) => void {
  return (defs) => {
    defs[`${name}ResultResponse`].properties.result = {
      anyOf: [
        {
          allOf: [
            ref(`${name}Result`),
            { type: 'object', properties: { resultType: { const: 'complete' } } },
          ],
        },
        ref('InputRequiredResult'),
        {
          allOf: [
            ref('Result'),
            {
              type: 'object',
              properties: { resultType: notTyped('complete', 'input_required') },
              required: ['resultType'],
            },
          ],
        },
      ],
    };
  };
}

function addTaskResult(name: string): (defs: Definitions) => void {
  return (defs) => {
    const plain = { allOf: [ref(`${name}Result`), { not: { required: ['task'] } }] };
    const result = { anyOf: [plain, ref('CreateTaskResult')] };
    const { jsonrpc, id } = defs['JSONRPCResultResponse'].properties;
    defs[`${name}ResultResponse`] = {
      type: 'object',
      properties: { jsonrpc, id, result },
      required: ['jsonrpc', 'id', 'result'],
    };
  };
}

/** Errors with prescribed data: the definition of any error says so, too. */
function prescribeErrors(forms: { readonly [name: string]: number }): (defs: Definitions) => void {
  return (defs) => {
    const codes = Object.values(forms);
    const named = Object.keys(forms).map((name) => defs[name].properties.error);
    const other = {
      allOf: [ref('Error'), { type: 'object', properties: { code: { not: { enum: codes } } } }],
    };
    defs['JSONRPCErrorResponse'].properties.error = { anyOf: [other, ...named] };
  };
}

const RESULT_REASON =
  'The official union accepts any object with a resultType, since that is all an input-required result has to have. ' +
  'The page says that resultType tells the forms apart (2026-07-28 basic#resulttype), so each form is held to its own.';
const TASK_REASON =
  'No definition says that a task-augmented request is answered by CreateTaskResult; the page does ' +
  '(2025-11-25 basic/utilities/tasks#creating-tasks).';
const NUMBER_REASON =
  'The generator of the official file writes number as integer inside a union. schema.ts says number, and a form ' +
  'can have fields of type number (client/elicitation#requested-schema).';

const asked = (name: string, requiredMember: string): Difference => ({
  name: `results of ${name} are told apart by resultType`,
  revisions: ['2026-07-28'],
  reason: RESULT_REASON,
  patch: discriminateResult(name),
  witness: {
    definition: `${name}ResultResponse`,
    value: { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', [`not-${requiredMember}`]: [] } },
    official: 'accepts',
  },
});

const taskable = (name: string, result: { [key: string]: unknown }): Difference => ({
  name: `a result of ${name} with a task is a CreateTaskResult`,
  revisions: ['2025-11-25'],
  reason: TASK_REASON,
  patch: addTaskResult(name),
  witness: {
    definition: `${name}ResultResponse`,
    value: { jsonrpc: '2.0', id: 1, result: { ...result, task: { taskId: 1 } } },
    official: 'accepts',
  },
});

export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'null and fractions are JSON values',
    revisions: ['2026-07-28'],
    reason:
      'The generator of the official file leaves null out and writes number as integer. schema.ts says ' +
      '`string | number | boolean | null | JSONObject | JSONArray`.',
    patch: (defs) => {
      defs['JSONValue'] = {};
    },
    witness: {
      definition: 'ClientCapabilities',
      value: { extensions: { 'com.example/x': { ratio: 0.5, none: null } } },
      official: 'rejects',
    },
  },
  {
    name: 'an answer to a form may be a fraction (2025-06-18)',
    revisions: ['2025-06-18'],
    reason: NUMBER_REASON,
    patch: (defs) => {
      defs['ElicitResult'].properties.content.additionalProperties.type = ['string', 'number', 'boolean'];
    },
    witness: {
      definition: 'ElicitResult',
      value: { action: 'accept', content: { ratio: 0.5 } },
      official: 'rejects',
    },
  },
  {
    name: 'an answer to a form may be a fraction',
    revisions: ['2025-11-25', '2026-07-28'],
    reason: NUMBER_REASON,
    patch: (defs) => {
      defs['ElicitResult'].properties.content.additionalProperties.anyOf[1].type = [
        'string',
        'number',
        'boolean',
      ];
    },
    witness: {
      definition: 'ElicitResult',
      value: { action: 'accept', content: { ratio: 0.5 } },
      official: 'rejects',
    },
  },
  {
    name: 'an input-required result says so',
    revisions: ['2026-07-28'],
    reason:
      'The definition inherits `resultType: string`; the page says that this result is the one of type ' +
      '"input_required" (2026-07-28 basic#resulttype).',
    patch: (defs) => {
      defs['InputRequiredResult'].properties.resultType.const = 'input_required';
    },
    witness: {
      definition: 'InputRequiredResult',
      value: { resultType: 'complete', requestState: 's' },
      official: 'accepts',
    },
  },
  asked('CallTool', 'content'),
  asked('GetPrompt', 'messages'),
  asked('ReadResource', 'contents'),
  taskable('CallTool', { content: [] }),
  taskable('CreateMessage', { role: 'user', content: { type: 'text', text: '' }, model: 'm' }),
  taskable('Elicit', { action: 'cancel' }),
  {
    name: 'an error with the code of URLElicitationRequiredError has its data',
    revisions: ['2025-11-25'],
    reason: 'The named definition prescribes the data for its code; the general one does not mention it.',
    patch: prescribeErrors({ URLElicitationRequiredError: -32042 }),
    witness: {
      definition: 'JSONRPCErrorResponse',
      value: { jsonrpc: '2.0', id: 1, error: { code: -32042, message: 'Visit a page first' } },
      official: 'accepts',
    },
  },
  {
    name: 'an error with a code of the specification has its data',
    revisions: ['2026-07-28'],
    reason: 'The named definitions prescribe the data for their code; the general one does not mention it.',
    patch: prescribeErrors({
      HeaderMismatchError: -32020,
      MissingRequiredClientCapabilityError: -32021,
      UnsupportedProtocolVersionError: -32022,
    }),
    witness: {
      definition: 'JSONRPCErrorResponse',
      value: { jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'Unsupported', data: {} } },
      official: 'accepts',
    },
  },
];

/** Official definitions that we do not emit, and why. */
export const NOT_EMITTED: { readonly [name: string]: string } = {
  Annotated: 'a part that others inherit',
  BaseMetadata: 'a part that others inherit',
  CacheableResult: 'a part that others inherit',
  ClientResult: 'every result is accepted by it; each request has its own response definition instead',
  Cursor: 'a string',
  Icons: 'a part that others inherit',
  InputResponseRequestParams: 'a part that others inherit',
  InternalError: 'an error object with a fixed code and nothing else; JSONRPCErrorResponse has it',
  InvalidParamsError: 'as InternalError',
  InvalidRequestError: 'as InternalError',
  JSONArray: 'any JSON',
  JSONObject: 'any JSON',
  JSONRPCBatchRequest: 'batches are framing, and read member by member',
  JSONRPCBatchResponse: 'as JSONRPCBatchRequest',
  JSONRPCError: 'emitted as JSONRPCErrorResponse, its name since 2025-11-25',
  JSONRPCMessage: 'what any message looks like; each message has its own definition',
  JSONRPCNotification: 'as JSONRPCMessage',
  JSONRPCRequest: 'as JSONRPCMessage',
  JSONRPCResponse: 'as JSONRPCMessage',
  JSONRPCResultResponse: 'as JSONRPCMessage',
  JSONValue: 'any JSON',
  MethodNotFoundError: 'as InternalError',
  MultiSelectEnumSchema: 'a grouping; EnumSchema has its members',
  Notification: 'a part that others inherit',
  PaginatedRequest: 'a part that others inherit',
  PaginatedResult: 'a part that others inherit',
  ParseError: 'as InternalError',
  RelatedTaskMetadata: 'the value of one `_meta` key, which the schema does not tie to it',
  Request: 'a part that others inherit',
  ResourceContents: 'a part that others inherit',
  ResourceReference: 'emitted as ResourceTemplateReference, its name since 2025-06-18',
  ResourceRequestParams: 'a part that others inherit',
  Result: 'emitted as EmptyResult',
  ResultType: 'a string',
  ServerResult: 'as ClientResult',
  SingleSelectEnumSchema: 'a grouping; EnumSchema has its members',
  TaskAugmentedRequestParams: 'a part that others inherit',
};

/** Official examples that we do not accept, and why. */
export const REFUSED_EXAMPLES: { readonly [file: string]: string } = {
  'ReadResourceResultResponse/read-resource-result-response.json':
    'It has no ttlMs and cacheScope, which ReadResourceResult requires (2026-07-28 server/utilities/caching' +
    '#cacheable-results says MUST). Only the official union of results lets it through: see the differences above.',
};

/**
 * What the decoder makes of a frame before the lint sees it. JSON-RPC 2.0 section 5 gives an error response whose
 * request could not be read the id null; MCP leaves the id out. The decoder takes the one for the other, so the lint
 * cannot tell them apart.
 */
export function asDecoded(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || !('error' in wire) || !('id' in wire) || wire.id !== null)
    return wire;
  const { id: _null, ...rest } = wire;
  return rest;
}
