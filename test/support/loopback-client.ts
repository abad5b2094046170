import type { JsonObject, RequestId, Revision } from '../../src/protocol/index.js';
import { encodeMessage, META, request, requestHeaders } from '../../src/protocol/index.js';
import { openProbe, type ProbeAnswer, type ProbeStream, probe } from './http-probe.js';
import { TestedSession } from './tested-http-server.js';

const ENTITY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Where a server of ours is, and what it wants to see. */
export interface Loopback {
  readonly url: string | null;
  readonly authHeaders: Readonly<Record<string, string>>;
}

/** A client of a loopback server that can do everything that one should not do. */
export class LoopbackClient {
  readonly port: number;
  readonly authHeaders: Readonly<Record<string, string>>;

  constructor({ url, authHeaders }: Loopback) {
    this.port = Number(new URL(url ?? '').port);
    this.authHeaders = authHeaders;
  }

  /** Calls a tool in the modern way, and gives the answer while it is still coming. Headers replace the usual ones. */
  call(
    name: string,
    args: unknown = {},
    { id = 1, token, headers = {} }: CallParts = {},
  ): Promise<ProbeStream> {
    return openProbe(this.#modernCall(name, args, id, token, headers));
  }

  /** The same; gives the whole answer. */
  async answer(name: string, args: unknown = {}, parts: CallParts = {}): Promise<ProbeAnswer> {
    const { id = 1, token, headers = {} } = parts;
    return probe(this.#modernCall(name, args, id, token, headers));
  }

  /** The text of the result of a call, and whether it is an error of the tool. */
  async outcome(name: string, args: unknown = {}): Promise<{ text: string; isError: boolean }> {
    const { result } = (await this.answer(name, args)).json() as { result: ToolResult };
    return { text: result.content.map(({ text }) => text).join('\n'), isError: result.isError === true };
  }

  async session(revision: Revision = '2025-11-25'): Promise<TestedSession> {
    const params = {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const body = encodeMessage(request(0, 'initialize', params));
    const headers = { ...ENTITY, ...this.authHeaders };
    const answer = await probe({ port: this.port, headers, body });
    return new TestedSession(this.port, String(answer.headers['mcp-session-id']), revision, this.authHeaders);
  }

  #modernCall(
    name: string,
    args: unknown,
    id: RequestId,
    token: RequestId | undefined,
    headers: Readonly<Record<string, string | undefined>>,
  ) {
    const meta: JsonObject = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };
    if (token !== undefined) meta['progressToken'] = token;
    const message = request(id, 'tools/call', { name, arguments: args as JsonObject, _meta: meta });
    return {
      port: this.port,
      headers: { ...ENTITY, ...requestHeaders(message), ...this.authHeaders, ...headers },
      body: encodeMessage(message),
    };
  }
}

interface CallParts {
  readonly id?: RequestId;
  /** Progress token. */
  readonly token?: RequestId;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}
