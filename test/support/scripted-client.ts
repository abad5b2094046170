import { expect } from 'vitest';
import type {
  ClientCapabilities,
  ErrorMessage,
  JsonObject,
  LoggingLevel,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
  Revision,
  SuccessMessage,
} from '../../src/protocol/index.js';
import {
  encodeMessage,
  failure,
  LATEST_LEGACY_REVISION,
  LATEST_REVISION,
  lintMessage,
  notification,
  request,
  success,
  withEnvelope,
} from '../../src/protocol/index.js';
import type {
  AuthInfo,
  MessageHandler,
  Peer,
  RequestContext,
  TransportKind,
} from '../../src/transport/index.js';

/** Answers the server's questions of the legacy era: a result, or an error. */
export type LegacyAnswers = (method: string, params: JsonObject | undefined) => JsonObject | Error;

export interface ScriptedOptions {
  readonly transport?: TransportKind;
  readonly auth?: AuthInfo;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers?: LegacyAnswers;
}

export interface CallOptions {
  readonly id?: RequestId;
  readonly capabilities?: ClientCapabilities;
  readonly logLevel?: LoggingLevel;
  readonly progressToken?: RequestId;
  readonly revision?: Revision;
  readonly signal?: AbortSignal;
  readonly closeStream?: (options?: { retryMs?: number }) => void;
}

/** What a request brought. */
export interface Heard {
  readonly response: ResponseMessage;
  readonly notifications: readonly NotificationMessage[];
}

/**
 * Plays the client and the carrier of a server core, without any channel. Everything that the server says is
 * held against the schema of the revision.
 */
export class ScriptedClient {
  readonly #handler: MessageHandler;
  readonly #options: ScriptedOptions;
  readonly #gone = new AbortController();
  #nextId = 1;
  revision: Revision = LATEST_REVISION;
  readonly peer: Peer;
  /** Notifications that belonged to no request. */
  readonly unasked: NotificationMessage[] = [];
  /** Questions of the server, in the legacy era. */
  readonly questions: { method: string; params: JsonObject | undefined }[] = [];

  constructor(handler: MessageHandler, options: ScriptedOptions = {}) {
    this.#handler = handler;
    this.#options = options;
    this.peer = {
      transport: options.transport ?? 'memory',
      sessionId: undefined,
      gone: this.#gone.signal,
      notify: (message) => {
        this.#lint(message);
        this.unasked.push(message);
      },
      request: (method, params) => this.#answer(method, params),
    };
  }

  /** The handshake of a legacy revision, up to and with `notifications/initialized`. */
  async initialize(
    revision: Revision = LATEST_LEGACY_REVISION,
    capabilities: ClientCapabilities = {},
  ): Promise<JsonObject> {
    this.revision = revision;
    const clientInfo = { name: 'scripted', version: '1' };
    const params = { protocolVersion: revision, capabilities, clientInfo } as JsonObject;
    const result = await this.result('initialize', params);
    this.notify('notifications/initialized');
    return result;
  }

  notify(method: string, params?: JsonObject): void {
    this.#handler.notification(notification(method, params), this.peer);
  }

  /** A request of the era of `revision`; `options.revision` overrides it for one request. */
  async call(method: string, params?: JsonObject, options: CallOptions = {}): Promise<Heard> {
    const revision = options.revision ?? this.revision;
    const id = options.id ?? this.#nextId++;
    if (revision >= LATEST_REVISION) {
      const { capabilities = {}, logLevel, progressToken } = options;
      const envelope = {
        revision,
        clientInfo: { name: 'scripted', version: '1' },
        clientCapabilities: capabilities,
        ...(logLevel === undefined ? {} : { logLevel }),
        ...(progressToken === undefined ? {} : { progressToken }),
      };
      return this.send(request(id, method, withEnvelope(params, envelope)), options);
    }
    const token = options.progressToken;
    const withToken = token === undefined ? params : { ...params, _meta: { progressToken: token } };
    return this.send(request(id, method, withToken), options);
  }

  /** A request exactly as it is given. */
  async send(message: RequestMessage, options: CallOptions = {}): Promise<Heard> {
    const notifications: NotificationMessage[] = [];
    const revision = options.revision ?? this.revision;
    let isAnswered = false;
    const { auth, headers } = this.#options;
    const context: RequestContext = {
      peer: this.peer,
      signal: options.signal ?? new AbortController().signal,
      ...(auth === undefined ? {} : { auth }),
      ...(headers === undefined ? {} : { headers }),
      ...(options.closeStream === undefined ? {} : { closeStream: options.closeStream }),
      notify: (notice) => {
        if (isAnswered || context.signal.aborted) return;
        this.#lint(notice, revision);
        notifications.push(notice);
        this.onNotification?.(notice);
      },
      request: (method, params) => this.#answer(method, params),
    };
    const response = await this.#handler.request(message, context);
    isAnswered = true;
    expect(response.id).toBe(message.id);
    const isOfRevision = response.kind === 'success';
    if (isOfRevision) expect(lintMessage(response, revision, 'server', message.method)).toEqual([]);
    expect(encodeMessage(response)).toContain('"jsonrpc":"2.0"');
    return { response, notifications };
  }

  onNotification: ((notice: NotificationMessage) => void) | undefined;

  /** The result of a request that is expected to have one. */
  async result(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject> {
    const { response } = await this.call(method, params, options);
    expect(response).toMatchObject({ kind: 'success' });
    return (response as SuccessMessage).result;
  }

  /** The error of a request that is expected to fail. */
  async error(
    method: string,
    params?: JsonObject,
    options?: CallOptions,
  ): Promise<ErrorMessage['error'] & { httpStatus?: number }> {
    const { response } = await this.call(method, params, options);
    expect(response).toMatchObject({ kind: 'error' });
    const { error, httpStatus } = response as ErrorMessage;
    return httpStatus === undefined ? error : { ...error, httpStatus };
  }

  /** The peer is gone. */
  leave(): void {
    this.#gone.abort();
  }

  async #answer(method: string, params: JsonObject | undefined): Promise<ResponseMessage> {
    this.questions.push({ method, params });
    this.#lint(request(1, method, params));
    const answer = this.#options.answers?.(method, params);
    if (answer === undefined) return failure(1, { code: -32601, message: `Method not found: ${method}` });
    return answer instanceof Error ? failure(1, { code: -1, message: answer.message }) : success(1, answer);
  }

  #lint(message: NotificationMessage | RequestMessage, revision = this.revision): void {
    expect(lintMessage(message, revision, 'server')).toEqual([]);
  }
}

/** The text of the first content block. */
export function textOf(result: JsonObject): unknown {
  return (result['content'] as JsonObject[] | undefined)?.[0]?.['text'];
}
