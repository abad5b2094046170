import type { EraVerdict, ListKind, LogEntry, McpClientOptions } from '../../src/client/index.js';
import { McpClient, sseServer, stdioServer, streamableHttpServer } from '../../src/client/index.js';
import type { CallToolResult, ElicitParams, ElicitResult, Fault } from '../../src/protocol/index.js';
import type { ConnectionOptions, ServerTarget } from '../../src/transport/index.js';
import { openConnection } from '../../src/transport/index.js';
import { type HttpPeer, type PeerPool, peerProgram } from '../support/peers.js';
import type { Setting } from './settings.js';

/** A client of ours that is connected to a peer, and everything that it was told. */
export class PeerSession implements AsyncDisposable {
  readonly warnings: Fault[] = [];
  readonly logs: LogEntry[] = [];
  readonly changed: ListKind[] = [];
  readonly asked: ElicitParams[] = [];
  /** Frames that went out. */
  readonly sent: string[] = [];
  /** What the user says when asked. */
  answer: ElicitResult = { action: 'accept', content: { name: 'Ada' } };
  #client: McpClient | undefined;
  #peer: HttpPeer | undefined;
  #stderr = '';

  static async open(target: ServerTarget, options: McpClientOptions = {}): Promise<PeerSession> {
    const session = new PeerSession();
    session.#client = await McpClient.connect(target, { ...session.#options(), ...options });
    return session;
  }

  /** A server over HTTP comes from the pool, and is shared with the other sessions of the test file. */
  static async ofSetting({ sdk, carrier, pinned }: Setting, pool: PeerPool): Promise<PeerSession> {
    const program = peerProgram(carrier.endsWith('sse') ? `${sdk}-sse-server` : `${sdk}-server`);
    const pin = pinned === undefined ? {} : { revision: pinned };
    if (carrier === 'stdio') {
      return PeerSession.open(stdioServer({ command: process.execPath, args: [program, carrier] }), pin);
    }
    const peer = await pool.start([program, carrier]);
    const describe = carrier === 'sse' ? sseServer : streamableHttpServer;
    const session = await PeerSession.open(describe({ url: peer.url }), pin);
    session.#peer = peer;
    return session;
  }

  /** One more session in the same way; a server over HTTP is the same one. */
  async another(): Promise<PeerSession> {
    const { target, revision } = this.client;
    return PeerSession.open(target, { revision });
  }

  get client(): McpClient {
    if (this.#client === undefined) throw new Error('The session is not open yet.');
    return this.#client;
  }

  /** The peer over HTTP. */
  get peer(): HttpPeer {
    if (this.#peer === undefined) throw new Error('There is no peer over HTTP.');
    return this.#peer;
  }

  /** How often the peer has written this to stderr so far. */
  peerSaid(text: string): number {
    return (this.#peer?.stderr ?? this.#stderr).split(text).length - 1;
  }

  /** How many requests with this method went out. */
  requests(method: string): number {
    return this.sent.filter((frame) => frame.includes(`"method":"${method}"`)).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client?.close();
  }

  #options(): McpClientOptions {
    return {
      // A cache of its own, so that no session profits from what another found out.
      cache: { eras: new Map<string, EraVerdict>() },
      onWarning: (warning) => this.warnings.push(warning),
      onLog: (entry) => this.logs.push(entry),
      onListChanged: (list) => this.changed.push(list),
      onWire: ({ direction, text }) => {
        if (direction === 'sent') this.sent.push(text);
      },
      onElicit: (params) => {
        this.asked.push(params);
        return this.answer;
      },
      onSample: () => ({
        role: 'assistant',
        model: 'our-model',
        content: { type: 'text', text: 'Hi.' },
      }),
      roots: [{ uri: 'file:///ours', name: 'ours' }],
      openConnection: (target, options) => openConnection(target, this.#listening(options)),
    };
  }

  #listening(options: ConnectionOptions): ConnectionOptions {
    return {
      ...options,
      onStderr: (text) => {
        this.#stderr += text;
      },
    };
  }
}

/** The text of a result that is one text block. */
export function textOf({ content }: CallToolResult): string {
  const [block] = content;
  if (content.length !== 1 || block?.type !== 'text') throw new Error(`No text: ${JSON.stringify(content)}`);
  return String(block['text']);
}
