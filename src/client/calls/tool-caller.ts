import type { CallToolResult, JsonObject } from '../../protocol/index.js';
import { ERROR_CODES, isRpcError, paramHeaders } from '../../protocol/index.js';
import type { ExchangeOptions } from '../../transport/index.js';
import type { Caller } from '../caller.js';
import type { CallOptions } from '../handlers.js';
import type { Link } from '../link.js';
import type { KnownTool, KnownTools } from '../lists/known-tools.js';
import type { ServerLists } from '../lists/server-lists.js';
import type { ClientConfig } from '../options.js';
import type { Session } from '../session.js';

export interface ToolCallerParts {
  readonly config: ClientConfig;
  readonly link: Link;
  readonly caller: Caller;
  readonly lists: ServerLists;
  readonly knownTools: KnownTools;
}

/** Calls tools: headers that mirror arguments on the way out, the output schema on the way in. */
export class ToolCaller {
  readonly #parts: ToolCallerParts;
  readonly #checksOutput: boolean;

  constructor(parts: ToolCallerParts) {
    this.#parts = parts;
    this.#checksOutput = parts.config.options.validateOutput !== false;
  }

  /** `arguments` is always sent, because some servers cannot do without. */
  async call(name: string, args: JsonObject, options: CallOptions | undefined): Promise<CallToolResult> {
    const { caller, knownTools } = this.#parts;
    const params = { name, arguments: args };
    let known = knownTools.get(name);
    let result: JsonObject;
    try {
      result = await caller.call('tools/call', params, options, this.#headers(known, args));
    } catch (error) {
      known = await this.#knownAnew(name, error);
      result = await caller.call('tools/call', params, options, this.#headers(known, args));
    }
    const answer = result as unknown as CallToolResult;
    if (this.#checksOutput && known?.hasOutputSchema === true) await known.checkOutput(answer);
    return answer;
  }

  /** Only over HTTP are there headers, and only a listed tool says which. */
  #headers(
    known: KnownTool | undefined,
    args: JsonObject,
  ): ((session: Session) => ExchangeOptions['headers']) | undefined {
    if (known === undefined || this.#parts.link.last?.line.isHttp !== true) return undefined;
    return ({ era }) =>
      era === 'modern' && known.mirrored.length > 0 ? paramHeaders(known.mirrored, args) : undefined;
  }

  /**
   * The tool as it is now, when its headers were refused; else the error is thrown on.
   *
   * 2026-07-28 basic/transports/streamable-http#client-behavior (call tools/list, then retry)
   */
  async #knownAnew(name: string, error: unknown): Promise<KnownTool> {
    const { knownTools, link, lists } = this.#parts;
    const isMismatch = isRpcError(error) && error.code === ERROR_CODES.HEADER_MISMATCH.code;
    if (!isMismatch || link.last?.line.isHttp !== true) throw error;
    await lists.get('tools', { refresh: true }).catch(() => {
      throw error;
    });
    const known = knownTools.get(name);
    if (known === undefined) throw error;
    return known;
  }
}
