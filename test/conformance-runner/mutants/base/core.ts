// From one decoded message to its answer, for both eras.
import type { Features } from './features.js';
import { LEGACY, MODERN } from './features.js';
import type { Json } from './json.js';
import { isObject, objectAt } from './json.js';
import type { Call } from './methods.js';
import {
  discover,
  initialize,
  invalidParams,
  isLevel,
  LEGACY_METHODS,
  methodNotFound,
  noHandshake,
  Refusal,
  SERVER_INFO,
  SHARED_METHODS,
} from './methods.js';

const META = 'io.modelcontextprotocol/';
const CACHED = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
];

/** A process (stdio), a session or one request (HTTP): what the legacy era keeps between messages. */
export interface Peer {
  /** Agreed on by `initialize`. */
  revision: string | undefined;
  /** Requests in progress, by id as JSON. */
  readonly running: Map<string, AbortController>;
}

export const newPeer = (revision?: string): Peer => ({ revision, running: new Map() });

/** A message to the client, with the HTTP status that goes with it. */
export interface Answer {
  readonly message: Json | Json[];
  readonly status: number;
}

export type Notify = (message: Json) => void;

/** How a message is answered; a mutant wraps it. `undefined`: not at all. */
export type Respond = (message: unknown, peer: Peer, notify: Notify) => Promise<Answer | undefined>;

export const envelope = (message: unknown): Json => objectAt(objectAt(message, 'params'), '_meta');

/** The correct server. */
export function correctResponder(features: Features): Respond {
  return async (message, peer, notify) => {
    if (Array.isArray(message)) return respondToBatch(features, message, peer, notify);
    return respondToOne(features, message, peer, notify);
  };
}

async function respondToBatch(features: Features, batch: unknown[], peer: Peer, notify: Notify) {
  if (peer.revision !== '2025-03-26' || batch.length === 0) {
    return errorAnswer(undefined, new Refusal(-32600, 'No batches', undefined, 400));
  }
  const answers = await Promise.all(batch.map((each) => respondToOne(features, each, peer, notify)));
  const messages = answers.flatMap((answer) => (answer === undefined ? [] : [answer.message as Json]));
  return messages.length === 0 ? undefined : { message: messages, status: 200 };
}

async function respondToOne(
  features: Features,
  message: unknown,
  peer: Peer,
  notify: Notify,
): Promise<Answer | undefined> {
  const problem = envelopeProblem(message);
  if (!isObject(message) || problem !== undefined) {
    const id = isObject(message) && isId(message['id']) ? message['id'] : undefined;
    return errorAnswer(id, new Refusal(-32600, problem ?? 'Invalid Request', undefined, 400));
  }
  if (message['method'] === undefined) return undefined;
  if (message['id'] === undefined) {
    if (message['method'] === 'notifications/cancelled') {
      peer.running.get(JSON.stringify(objectAt(message, 'params')['requestId']))?.abort();
    }
    return undefined;
  }
  return answerRequest(features, message, peer, notify);
}

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id);

function envelopeProblem(message: unknown): string | undefined {
  if (!isObject(message)) return 'not an object';
  if (message['jsonrpc'] !== '2.0') return 'jsonrpc must be 2.0';
  const isResponse = 'result' in message || 'error' in message;
  if (typeof message['method'] !== 'string' && !isResponse) return 'method must be a string';
  if ('id' in message && !isId(message['id'])) return 'id must be a string or an integer';
  return undefined;
}

async function answerRequest(features: Features, message: Json, peer: Peer, notify: Notify) {
  const { id } = message;
  const controller = new AbortController();
  const key = JSON.stringify(id);
  peer.running.set(key, controller);
  try {
    const result = await run(features, message, peer, notify, controller.signal);
    if (result === undefined || controller.signal.aborted) return undefined;
    return { message: { jsonrpc: '2.0', id, result }, status: 200 };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorAnswer(id, error);
  } finally {
    peer.running.delete(key);
  }
}

export function errorAnswer(id: unknown, { code, message, data, status }: Refusal): Answer {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return {
    message: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error },
    status: status ?? 200,
  };
}

async function run(
  features: Features,
  message: Json,
  peer: Peer,
  notify: Notify,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const method = String(message['method']);
  const isModern = isModernRequest(features, message, peer);
  const params = message['params'] ?? {};
  if (!isObject(params)) throw invalidParams('params must be an object');
  const call: Call = {
    id: message['id'],
    method,
    params,
    features,
    signal,
    isModern,
    revision: isModern ? MODERN : (peer.revision ?? ''),
    notify: (name, values) =>
      notify({ jsonrpc: '2.0', method: name, ...(values === undefined ? {} : { params: values }) }),
  };
  return isModern ? runModern(call) : runLegacy(call, peer);
}

/** An enveloped request is modern, a bare one legacy as soon as there has been an `initialize`. */
export function isModernRequest(features: Features, message: unknown, peer: Peer): boolean {
  if (!features.revisions.includes(MODERN)) return false;
  const method = isObject(message) ? message['method'] : undefined;
  if (!features.revisions.some((each) => each !== MODERN)) return true;
  if (envelope(message)[`${META}protocolVersion`] !== undefined) return true;
  return method !== 'initialize' && method !== 'ping' && peer.revision === undefined;
}

async function runLegacy(call: Call, peer: Peer): Promise<Json> {
  const { features, method, params } = call;
  if (method === 'initialize') {
    if (peer.revision !== undefined) throw new Refusal(-32600, 'Already initialized');
    const revision = negotiate(features, params['protocolVersion']);
    const result = initialize({ ...call, revision });
    peer.revision = revision;
    return result;
  }
  if (peer.revision === undefined && method !== 'ping') {
    throw new Refusal(-32600, 'Not initialized', undefined, 400);
  }
  const [capability, body] = SHARED_METHODS[method] ?? LEGACY_METHODS[method] ?? [];
  if (body === undefined || !has(features, capability)) throw methodNotFound(method);
  return body(call);
}

function negotiate(features: Features, asked: unknown): string {
  const served = features.revisions.filter((each) => (LEGACY as readonly string[]).includes(each));
  return served.find((each) => each === asked) ?? served[0] ?? '';
}

const has = (features: Features, capability: string | undefined): boolean => {
  if (capability === undefined) return true;
  const [name = '', sub] = capability.split('.');
  if (features.capabilities[name] === undefined) return false;
  return sub === undefined || objectAt(features.capabilities, name)[sub] === true;
};

async function runModern(call: Call): Promise<Json | undefined> {
  const { features, method, params } = call;
  if (method === 'initialize') throw noHandshake(features);
  checkMeta(features, params);
  if (method === 'subscriptions/listen') return listen(call);
  const [capability, body] =
    method === 'server/discover' ? [undefined, discover] : (SHARED_METHODS[method] ?? []);
  if (body === undefined || !has(features, capability)) throw methodNotFound(method);
  return modernResult(method, await body(call));
}

/** What the modern era adds to each result. */
export function modernResult(method: string, result: Json): Json {
  const isComplete = (result['resultType'] ?? 'complete') === 'complete';
  const isCached = CACHED.includes(method) || method === 'resources/read';
  return {
    resultType: 'complete',
    ...result,
    ...(isCached && isComplete ? { ttlMs: 1000, cacheScope: 'public' } : {}),
    _meta: { ...objectAt(result, '_meta'), [`${META}serverInfo`]: SERVER_INFO },
  };
}

function checkMeta(features: Features, params: Json): void {
  const meta = objectAt(params, '_meta');
  const version = meta[`${META}protocolVersion`];
  const refuse = (message: string) => new Refusal(-32602, message, undefined, 400);
  if (typeof version !== 'string') throw refuse('_meta lacks protocolVersion');
  if (!isObject(meta[`${META}clientCapabilities`])) throw refuse('_meta lacks clientCapabilities');
  if (version !== MODERN) {
    const data = { supported: features.revisions, requested: version };
    throw new Refusal(-32022, 'Unsupported protocol version', data, 400);
  }
  const level = meta[`${META}logLevel`];
  if (level !== undefined && !isLevel(level)) throw refuse('unknown logLevel');
}

/** Acknowledges, then stays open until the client has had enough. */
async function listen(call: Call): Promise<undefined> {
  const { notifications: asked } = call.params;
  if (!isObject(asked)) throw invalidParams('notifications must be an object');
  const { capabilities } = call.features;
  const honoured: Json = {};
  for (const kind of ['tools', 'prompts', 'resources']) {
    const flag = `${kind}ListChanged`;
    if (asked[flag] === true && objectAt(capabilities, kind)['listChanged'] === true) honoured[flag] = true;
  }
  const uris = asked['resourceSubscriptions'];
  if (Array.isArray(uris) && objectAt(capabilities, 'resources')['subscribe'] === true) {
    honoured['resourceSubscriptions'] = uris;
  }
  call.notify('notifications/subscriptions/acknowledged', {
    _meta: { [`${META}subscriptionId`]: call.id },
    notifications: honoured,
  });
  await new Promise<void>((resolve) => {
    call.signal.addEventListener('abort', () => resolve());
  });
  return undefined;
}
