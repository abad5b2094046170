/**
 * Why resources could not be had. `unknown_server`: no server of that name is configured. `hidden`: its entry keeps its
 * resources to itself. `unavailable`: it is not connected. `no_resources`: it declares none. `not_found`: it has no such
 * resource. `invalid_cursor`: it does not take that cursor. `too_large`: beyond a limit. `cancelled`: by the caller.
 * `failed`: anything else; the cause tells more.
 */
export type ResourceErrorKind =
  | 'unknown_server'
  | 'hidden'
  | 'unavailable'
  | 'no_resources'
  | 'not_found'
  | 'invalid_cursor'
  | 'too_large'
  | 'cancelled'
  | 'failed';

/** Resources could not be listed or read: nothing partial is given. */
export class McpResourceError extends Error {
  override readonly name = 'McpResourceError';
  readonly kind: ResourceErrorKind;
  /** The server that was asked for. */
  readonly server: string;

  constructor(kind: ResourceErrorKind, server: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.server = server;
  }
}

/** True for a `McpResourceError`, whichever copy of plainwire made it. */
export function isMcpResourceError(value: unknown): value is McpResourceError {
  return value instanceof Error && value.name === 'McpResourceError';
}
