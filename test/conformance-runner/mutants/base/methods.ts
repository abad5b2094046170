// What the server does for each method, in either era. A method returns its result, or throws a Refusal.
import type { Features } from './features.js';
import { capabilitiesFor } from './features.js';
import type { Json } from './json.js';
import { isObject, objectAt } from './json.js';

/** An error for the client. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  /** HTTP status. */
  readonly status: number | undefined;

  constructor(code: number, message: string, data?: unknown, status?: number) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

export const invalidParams = (message: string, data?: unknown) => new Refusal(-32602, message, data);
/** What a server without legacy revisions says to `initialize`. */
export const noHandshake = ({ revisions }: Features) =>
  new Refusal(-32601, `Method not found: initialize. Supported: ${revisions.join(', ')}`, undefined, 404);
export const methodNotFound = (method: string) =>
  new Refusal(-32601, `Method not found: ${method}`, undefined, 404);

/** A request that is being answered. */
export interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: Json;
  readonly revision: string;
  readonly isModern: boolean;
  readonly features: Features;
  /** Sends a notification that belongs to this request. */
  notify(method: string, params?: Json): void;
  /** Fires when the client has given it up. */
  readonly signal: AbortSignal;
}

type Method = (call: Call) => Json | Promise<Json>;

function page(items: readonly Json[], member: string): Method {
  return ({ params, features }) => {
    const start = startOf(params['cursor'], items.length);
    const end = start + features.pageSize;
    return {
      [member]: items.slice(start, end),
      ...(end < items.length ? { nextCursor: `after-${end}` } : {}),
    };
  };
}

function startOf(cursor: unknown, length: number): number {
  if (cursor === undefined) return 0;
  const start = Number(typeof cursor === 'string' ? /^after-([1-9]\d*)$/.exec(cursor)?.[1] : undefined);
  if (!(start < length)) throw invalidParams('Unknown cursor');
  return start;
}

const listOf =
  (member: string, items: (features: Features) => readonly Json[]): Method =>
  (call) =>
    page(items(call.features), member)(call);

const textResult = (text: string): Json => ({ content: [{ type: 'text', text }] });
const toolError = (text: string): Json => ({ ...textResult(text), isError: true });

/** Waits until the call is given up, or for a moment. */
async function takeTime(call: Call): Promise<Json> {
  const token = objectAt(call.params, '_meta')['progressToken'];
  for (let progress = 1; progress <= 3 && !call.signal.aborted; progress += 1) {
    if (token !== undefined) call.notify('notifications/progress', { progressToken: token, progress });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return textResult('done');
}

const BODIES: Record<string, (call: Call, args: Json) => Json | Promise<Json>> = {
  echo: (_call, args) =>
    typeof args['text'] === 'string' ? textResult(args['text']) : toolError('text must be a string'),
  now: () => ({ ...textResult('{"time":"noon"}'), structuredContent: { time: 'noon' } }),
  lookup: (_call, args) => {
    const { region } = args;
    if (region !== undefined && region !== null && typeof region !== 'string')
      return toolError('region must be a string');
    return textResult(`region ${region ?? 'unknown'}`);
  },
  wait: takeTime,
  erase: () => textResult('erased'),
};

function callTool(call: Call): Json | Promise<Json> {
  const { name, arguments: args = {} } = call.params;
  if (typeof name !== 'string') throw invalidParams('name must be a string');
  if (!isObject(args)) throw invalidParams('arguments must be an object');
  const body = call.features.tools.some((tool) => tool['name'] === name) ? BODIES[name] : undefined;
  if (body === undefined) throw invalidParams(`Unknown tool: ${name}`);
  return body(call, args);
}

function readResource({ params, features, isModern }: Call): Json {
  const { uri } = params;
  if (typeof uri !== 'string' || !URL.canParse(uri)) throw invalidParams('uri must be a URI', { uri });
  const resource = features.resources.find((each) => each['uri'] === uri);
  if (resource === undefined) throw new Refusal(isModern ? -32602 : -32002, 'Resource not found', { uri });
  const isBinary = resource['mimeType'] === 'application/octet-stream';
  const body = isBinary ? { blob: 'AAEC' } : { text: 'hello' };
  return { contents: [{ uri, mimeType: resource['mimeType'], ...body }] };
}

function getPrompt(call: Call): Json {
  const { name, arguments: args = {} } = call.params;
  const prompt = call.features.prompts.find((each) => each['name'] === name);
  if (typeof name !== 'string' || prompt === undefined) throw invalidParams('Unknown prompt');
  if (!isObject(args)) throw invalidParams('arguments must be an object');
  for (const argument of (prompt['arguments'] ?? []) as Json[]) {
    if (argument['required'] === true && args[String(argument['name'])] === undefined) {
      throw invalidParams(`Missing argument: ${String(argument['name'])}`);
    }
  }
  if (name === 'ask-name') return askName(call);
  const picture = { type: 'image', data: 'AAEC', mimeType: 'image/png' };
  const content = name === 'picture' ? picture : { type: 'text', text: name };
  return { messages: [{ role: 'user', content }] };
}

/** Asks in the way of the modern era; in the legacy one there is nobody to ask in these tests. */
function askName({ params, isModern }: Call): Json {
  const messages = [{ role: 'user', content: { type: 'text', text: 'Hello you' } }];
  if (!isModern || objectAt(params, 'inputResponses')['name'] !== undefined) return { messages };
  const declared = objectAt(objectAt(params, '_meta'), 'io.modelcontextprotocol/clientCapabilities');
  if (declared['elicitation'] === undefined) {
    throw new Refusal(-32021, 'Needs elicitation', { requiredCapabilities: { elicitation: {} } }, 400);
  }
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const question = { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } };
  return { resultType: 'input_required', inputRequests: { name: question }, requestState: 'asked' };
}

function complete({ params, features }: Call): Json {
  const ref = objectAt(params, 'ref');
  const argument = objectAt(params, 'argument');
  const isKnown =
    (ref['type'] === 'ref/prompt' && features.prompts.some(({ name }) => name === ref['name'])) ||
    (ref['type'] === 'ref/resource' &&
      features.templates.some(({ uriTemplate }) => uriTemplate === ref['uri']));
  if (!isKnown || typeof argument['name'] !== 'string') throw invalidParams('Nothing to complete there');
  return { completion: { values: ['world'], total: 1, hasMore: false } };
}

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export const isLevel = (level: unknown): boolean => LEVELS.includes(level as string);

function setLevel({ params }: Call): Json {
  if (!isLevel(params['level'])) throw invalidParams('Unknown level');
  return {};
}

function subscribe({ params, features }: Call): Json {
  if (!features.resources.some(({ uri }) => uri === params['uri'])) {
    throw new Refusal(-32002, 'Resource not found', { uri: params['uri'] });
  }
  return {};
}

/** Methods of both eras, with the capability that each needs. */
export const SHARED_METHODS: Record<string, readonly [capability: string, method: Method]> = {
  'tools/list': ['tools', listOf('tools', ({ tools }) => tools)],
  'tools/call': ['tools', callTool],
  'resources/list': ['resources', listOf('resources', ({ resources }) => resources)],
  'resources/templates/list': ['resources', listOf('resourceTemplates', ({ templates }) => templates)],
  'resources/read': ['resources', readResource],
  'prompts/list': ['prompts', listOf('prompts', ({ prompts }) => prompts)],
  'prompts/get': ['prompts', getPrompt],
  'completion/complete': ['completions', complete],
};

/** Methods that only legacy revisions have. */
export const LEGACY_METHODS: Record<string, readonly [capability: string | undefined, method: Method]> = {
  ping: [undefined, () => ({})],
  'resources/subscribe': ['resources.subscribe', subscribe],
  'resources/unsubscribe': ['resources.subscribe', () => ({})],
  'logging/setLevel': ['logging', setLevel],
};

export const SERVER_INFO = { name: 'base', version: '1.0.0' };

export function initialize(call: Call): Json {
  const { protocolVersion } = call.params;
  if (typeof protocolVersion !== 'string' || !isObject(call.params['capabilities'])) {
    throw invalidParams('initialize needs protocolVersion and capabilities');
  }
  const { features, revision } = call;
  return {
    protocolVersion: revision,
    capabilities: capabilitiesFor(features, revision),
    serverInfo: SERVER_INFO,
    ...(features.instructions === undefined ? {} : { instructions: features.instructions }),
  };
}

export function discover({ features, revision }: Call): Json {
  return {
    supportedVersions: features.revisions,
    capabilities: capabilitiesFor(features, revision),
    ...(features.instructions === undefined ? {} : { instructions: features.instructions }),
  };
}
