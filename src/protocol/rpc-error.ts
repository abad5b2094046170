import type { ErrorObject } from './jsonrpc/message.js';

/**
 * A JSON-RPC error: the peer sent it, or a handler throws it to send it. `code` is the number on the wire.
 *
 * @example throw new RpcError(-32602, 'Unknown tool: add', { tool: 'add' })
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  /** HTTP status that goes with it, where a page of the specification names one. Not on the wire. */
  readonly httpStatus: number | undefined;

  constructor(code: number, message: string, data?: unknown, httpStatus?: number) {
    super(message);
    this.code = code;
    this.data = data;
    this.httpStatus = httpStatus;
  }

  toErrorObject(): ErrorObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** True for an `RpcError`, whichever copy of plainwire made it. */
export function isRpcError(value: unknown): value is RpcError {
  return value instanceof Error && value.name === 'RpcError' && typeof (value as RpcError).code === 'number';
}
