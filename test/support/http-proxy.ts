import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface HttpProxyOptions {
  /** Every host leads to this port on loopback, so that tests can use names that do not exist. */
  readonly toPort: number;
  /** `user:password` that is asked for. */
  readonly credentials?: string;
}

/** A small HTTP proxy: forwards plain requests, tunnels CONNECT. */
export class HttpProxy implements AsyncDisposable {
  /** The first lines of what it was asked, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #options: HttpProxyOptions;
  readonly #sockets = new Set<Socket>();

  private constructor(options: HttpProxyOptions) {
    this.#options = options;
    this.#server = createServer((incoming, response) => this.#forward(incoming, response));
    this.#server.on('connect', (incoming, socket: Socket) => this.#tunnel(incoming, socket));
    this.#server.on('connection', (socket: Socket) => this.#track(socket));
  }

  static async start(options: HttpProxyOptions): Promise<HttpProxy> {
    const proxy = new HttpProxy(options);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    const { credentials } = this.#options;
    if (credentials === undefined) return true;
    return headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    this.asked.push(`${incoming.method} ${incoming.url}`);
    if (!this.#isAllowed(incoming)) {
      response.writeHead(407).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _secret, ...headers } = incoming.headers;
    const { method = 'GET' } = incoming;
    const onward = request(
      { host: '127.0.0.1', port: this.#options.toPort, method, path: pathname + search, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  #tunnel(incoming: IncomingMessage, socket: Socket): void {
    this.asked.push(`CONNECT ${incoming.url}`);
    if (!this.#isAllowed(incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const onward = connect(this.#options.toPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    this.#track(onward);
    onward.once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  }
}
