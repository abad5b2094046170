// The ways in which mutants depart from the correct server, for the rows to be built from.
import type { Answer, Notify, Peer } from './base/core.js';
import type { Deviation } from './base/deviation.js';
import type { HttpCall, HttpReply } from './base/http-types.js';
import type { Json } from './base/json.js';
import { isObject, objectAt } from './base/json.js';
import type { StdioProgram } from './base/stdio.js';

export type { Deviation };

export const methodOf = (message: unknown): unknown => (isObject(message) ? message['method'] : undefined);
export const paramsOf = (message: unknown): Json => objectAt(message, 'params');
export const metaOf = (message: unknown): Json => objectAt(paramsOf(message), '_meta');
export const isModern = (message: unknown): boolean =>
  metaOf(message)['io.modelcontextprotocol/protocolVersion'] !== undefined;

/** Answers a request in another way. `undefined` from `change` is no answer at all. */
export function answering(
  change: (message: Json, answer: Answer | undefined) => Answer | undefined | 'as usual',
): Deviation {
  return {
    respond: (next) => async (message, peer, notify) => {
      const answer = await next(message, peer, notify);
      if (!isObject(message)) return answer;
      const changed = change(message, answer);
      return changed === 'as usual' ? answer : changed;
    },
  };
}

const is = (method: string | undefined, message: unknown): boolean =>
  method === undefined ? methodOf(message) !== undefined : methodOf(message) === method;

/** Changes the results of a method. */
export function onResult(method: string, change: (result: Json, params: Json) => Json): Deviation {
  return answering((message, answer) => {
    const sent = answer?.message;
    if (!is(method, message) || !isObject(sent) || !isObject(sent['result'])) return 'as usual';
    return {
      ...answer,
      status: 200,
      message: { ...sent, result: change(sent['result'], paramsOf(message)) },
    };
  });
}

/** Lays members over the results of a method; one with `undefined` is left out. */
export const resultWith = (method: string, members: Json): Deviation =>
  onResult(method, (result) => ({ ...result, ...members }));

/** Answers a method with a result, whatever the correct server says. */
export const resultInstead = (
  method: string,
  result: Json,
  when: (message: Json) => boolean = () => true,
): Deviation =>
  answering((message) => {
    if (!is(method, message) || message['id'] === undefined || !when(message)) return 'as usual';
    return { message: { jsonrpc: '2.0', id: message['id'], result }, status: 200 };
  });

/** Answers a method with an error, whatever the correct server says. */
export const errorInstead = (
  method: string | undefined,
  error: Json,
  when: (message: Json) => boolean = () => true,
  status = 200,
): Deviation =>
  answering((message) => {
    if (!is(method, message) || message['id'] === undefined || !when(message)) return 'as usual';
    return { message: { jsonrpc: '2.0', id: message['id'], error: { message: 'mutant', ...error } }, status };
  });

/** Changes the errors of a method. */
export const onError = (
  method: string | undefined,
  change: (error: Json) => Json,
  status?: number,
): Deviation =>
  answering((message, answer) => {
    const sent = answer?.message;
    if (!is(method, message) || !isObject(sent) || !isObject(sent['error'])) return 'as usual';
    return { status: status ?? answer?.status ?? 200, message: { ...sent, error: change(sent['error']) } };
  });

export const errorCode = (method: string | undefined, code: unknown): Deviation =>
  onError(method, (error) => ({ ...error, code }));

/** Changes a message before the correct server sees it. */
export const reading = (change: (message: Json) => Json): Deviation => ({
  respond: (next) => (message, peer, notify) =>
    next(isObject(message) ? change(message) : message, peer, notify),
});

/** Changes the params of a method before the correct server sees them. */
export const readingParams = (method: string, change: (params: Json) => Json): Deviation =>
  reading((message) => (is(method, message) ? { ...message, params: change(paramsOf(message)) } : message));

/** Sends something of its own before it answers a method. */
export const sendingBefore = (
  method: string,
  messages: (message: Json, peer: Peer) => readonly Json[],
): Deviation => ({
  respond: (next) => async (message, peer, notify: Notify) => {
    if (isObject(message) && is(method, message)) {
      for (const each of messages(message, peer)) notify(each);
    }
    return next(message, peer, notify);
  },
});

/** Sends something of its own after it has answered a method. stdio only: over HTTP the answer is the end. */
export const sendingAfter = (method: string, message: (request: Json) => Json): Deviation => ({
  respond: (next) => async (request, peer, notify) => {
    const answer = await next(request, peer, notify);
    if (isObject(request) && is(method, request)) setTimeout(() => notify(message(request)), 20);
    return answer;
  },
});

/** Never answers a method. */
export const silentOn = (method: string): Deviation =>
  answering((message) => (is(method, message) ? undefined : 'as usual'));

/** Changes an HTTP request before the correct server sees it. */
export const receiving = (change: (call: HttpCall) => Partial<HttpCall>): Deviation => ({
  http: (next) => (call) => next({ ...call, ...change(call) }),
});

/** Does not look at some headers. */
export const deafTo = (...names: string[]): Deviation =>
  receiving(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
  }));

/** Takes for granted what a header should say. */
export const assuming = (headersOf: (message: Json, headers: HttpCall['headers']) => Json): Deviation =>
  receiving((call) => {
    const message = parsed(call);
    if (!isObject(message)) return {};
    return { headers: { ...call.headers, ...(headersOf(message, call.headers) as HttpCall['headers']) } };
  });

/** Changes a body before the correct server sees it. */
export const readingBody = (change: (message: unknown, text: string) => unknown): Deviation =>
  receiving((call) => {
    const text = call.body.toString('utf8');
    const changed = change(parsed(call), text);
    return changed === undefined ? {} : { body: Buffer.from(JSON.stringify(changed)) };
  });

/** The body as JSON, undefined when it is none. */
export function parsed({ body }: HttpCall): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Changes HTTP replies. */
export const replying = (
  change: (reply: HttpReply, call: HttpCall) => HttpReply | Promise<HttpReply>,
): Deviation => ({
  http: (next) => async (call) => change(await next(call), call),
});

/** Gives another reply to some calls. */
export const replyInstead = (
  when: (call: HttpCall, message: unknown) => boolean,
  reply: HttpReply | ((call: HttpCall) => HttpReply),
): Deviation => ({
  http: (next) => (call) => {
    if (!when(call, parsed(call))) return next(call);
    return Promise.resolve(typeof reply === 'function' ? reply(call) : reply);
  },
});

/** Replaces steps of the program on stdio. */
export const program = (change: (program: StdioProgram) => Partial<StdioProgram>): Deviation => ({
  stdio: (correct) => ({ ...correct, ...change(correct) }),
});

/** Ends the process when such a line comes. */
export const dyingOn = (when: (text: string, message: unknown) => boolean): Deviation =>
  program((correct) => ({
    line(bytes) {
      const text = bytes.toString('latin1');
      if (when(text, parsed({ body: bytes } as unknown as HttpCall))) process.exit(7);
      correct.line(bytes);
    },
  }));

/** Counts up from 1, for mutants that change their mind. */
export function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}
