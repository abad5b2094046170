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
import { missingCapability } from './required-capability.js';

export interface ToolCallerParts {
  readonly config: ClientConfig;
  readonly link: Link;
  readonly caller: Caller;
  readonly lists: ServerLists;
  readonly knownTools: KnownTools;
}

interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly options: CallOptions | undefined;
  /** As it was listed when the call was made. */
  readonly known: KnownTool | undefined;
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
  call(name: string, args: JsonObject, options: CallOptions | undefined): Promise<CallToolResult> {
    const { last } = this.#parts.link;
    const fault = last === undefined ? undefined : missingCapability('tools/call', last);
    if (fault !== undefined) return Promise.reject(fault);
    const known = this.#parts.knownTools.get(name);
    const result = this.#parts.caller.call(
      'tools/call',
      { name, arguments: args },
      options,
      this.#headers(known, args),
    );
    const isPlain = known?.hasOutputSchema !== true && last?.line.isHttp !== true;
    return isPlain
      ? (result as Promise<JsonObject & CallToolResult>)
      : this.#checked({ name, args, options, known }, result);
  }

  async #checked(call: ToolCall, sent: Promise<JsonObject>): Promise<CallToolResult> {
    let { known } = call;
    let result: JsonObject;
    try {
      result = await sent;
    } catch (error) {
      known = await this.#knownAnew(call.name, error);
      const params = { name: call.name, arguments: call.args };
      const headers = this.#headers(known, call.args);
      result = await this.#parts.caller.call('tools/call', params, call.options, headers);
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
