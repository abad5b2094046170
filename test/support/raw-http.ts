import { connect, type Socket } from 'node:net';
import { waitFor } from './wait-for.js';

/** A client that sends bytes and keeps what comes back. */
export class RawHttpClient implements Disposable {
  readonly socket: Socket;
  received = '';
  isClosed = false;

  constructor(port: number, bytes: string | Uint8Array = '') {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    if (bytes.length > 0) this.socket.write(bytes);
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Resolves when the text has come in. */
  async sees(text: string): Promise<void> {
    await waitFor(`${JSON.stringify(text)} came in`, () => this.received.includes(text));
  }

  async closed(): Promise<void> {
    await waitFor('the server closed the connection', () => this.isClosed);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

const META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';

/** The body of a modern request. */
export function modernBody(method: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${META}}}`;
}

/** A modern request as text. `headers` come on top, `body` may be anything. */
export function rawModern(
  method: string,
  { headers = [], body = modernBody(method) }: { headers?: readonly string[]; body?: string } = {},
): string {
  const hasLength = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header));
  return [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    ...(hasLength ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
    '',
    body,
  ].join('\r\n');
}
