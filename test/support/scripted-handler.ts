import {
  ERROR_CODES,
  failure,
  isJsonObject,
  META,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  success,
  toErrorMessage,
  unsupportedVersion,
} from '../../src/protocol/index.js';
import type { MessageHandler, MirroredParam, Peer, RequestContext } from '../../src/transport/index.js';
import { waitFor } from './wait-for.js';

/** A request as it reached the handler. */
export interface HandledRequest {
  readonly message: RequestMessage;
  readonly context: RequestContext;
}

export type Answer = (
  message: RequestMessage,
  context: RequestContext,
) => ResponseMessage | Promise<ResponseMessage>;

/** The methods that the modern era does not have, and one that no era has. */
const UNKNOWN = new Set(['initialize', 'ping', 'no/such']);

/** A server core that does what a test says, and remembers what it was asked. */
export class ScriptedHandler implements MessageHandler {
  readonly requests: HandledRequest[] = [];
  readonly notifications: { readonly message: NotificationMessage; readonly peer: Peer }[] = [];
  readonly #answers = new Map<string, Answer>();

  on(method: string, answer: Answer): this {
    this.#answers.set(method, answer);
    return this;
  }

  async request(message: RequestMessage, context: RequestContext): Promise<ResponseMessage> {
    this.requests.push({ message, context });
    return (this.#answers.get(message.method) ?? answerPlainly)(message, context);
  }

  notification(message: NotificationMessage, peer: Peer): void {
    this.notifications.push({ message, peer });
  }

  mirroredParams(toolName: string): readonly MirroredParam[] {
    return toolName === 'mirrors' ? [{ header: 'Region', path: ['region'] }] : [];
  }

  /** Resolves with the request number `count` of a method, once it is there. */
  async handled(method: string, count = 1): Promise<HandledRequest> {
    const seen = (): HandledRequest[] => this.requests.filter(({ message }) => message.method === method);
    await waitFor(`${count} × ${method} reached the handler`, () => seen().length >= count);
    return seen()[count - 1] as HandledRequest;
  }
}

function answerPlainly({ id, method, params }: RequestMessage): ResponseMessage {
  const meta = params?.['_meta'];
  const revision = isJsonObject(meta) ? meta[META.PROTOCOL_VERSION] : undefined;
  const isModern = typeof revision === 'string';
  if (isModern && revision !== '2026-07-28') {
    return toErrorMessage(id, unsupportedVersion(revision, ['2026-07-28']), 'modern');
  }
  if (method === 'no/such' || (isModern && UNKNOWN.has(method))) {
    return failure(id, { code: ERROR_CODES.METHOD_NOT_FOUND.code, message: `Method not found: ${method}` });
  }
  if (method === 'initialize') return success(id, { protocolVersion: params?.['protocolVersion'] ?? '' });
  return success(id, {});
}
