import type {
  BlobResourceContents,
  CallToolResult,
  ClientCapabilities,
  ContentBlock,
  GetPromptResult,
  Implementation,
  Prompt,
  PromptArgument,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  TextResourceContents,
  Tool,
} from '../protocol/index.js';
import type { AuthInfo } from '../transport/index.js';
import type { CacheHint } from './cache-hint.js';
import type { CallContext } from './context/call-context.js';

type Awaitable<T> = T | Promise<T>;

/** The result object of a tool, as far as its author has to write it. `content` may be left out beside `structuredContent`. */
export type ToolResult = Partial<Pick<CallToolResult, 'content' | 'isError' | '_meta'>> & {
  /** Any JSON value that matches `outputSchema`. Legacy clients get it only when it is an object. */
  structuredContent?: unknown;
};

/**
 * What a tool may return: text, content blocks, a result, or nothing.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export type ToolReturn = string | readonly ContentBlock[] | ToolResult | undefined;

/** A JSON Schema as it is written in a program; `as const` is fine. Sent byte for byte. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/**
 * A tool. Every member but `run` and `requires` goes to clients as it is, unknown ones included.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool
 */
export interface ToolDefinition<Arguments = Record<string, unknown>, Schema = SchemaObject>
  extends Omit<Tool, 'inputSchema' | 'outputSchema'> {
  /** JSON Schema of the arguments. Default: an object without properties. */
  readonly inputSchema?: Schema;
  /** JSON Schema that `structuredContent` has to match. */
  readonly outputSchema?: SchemaObject;
  /** Client capabilities without which the tool cannot run: the call is then refused with -32021. */
  readonly requires?: ClientCapabilities;
  /**
   * Runs the tool. `args` has been checked against `inputSchema`. What it throws becomes a result with `isError` and
   * the message as text; only an `RpcError` becomes a JSON-RPC error.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a body without a return statement has this type
  run(args: Arguments, context: CallContext): Awaitable<ToolReturn | void>;
}

/** What is read. */
export interface ResourceRequest {
  /** The URI as the client wrote it. Not sanitised: a file path in it may hold `..`. */
  readonly uri: string;
  /** Values of the template variables, decoded; empty for a resource with a fixed URI. */
  readonly variables: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * What reading may return: text, bytes, one contents object (`uri` and `mimeType` are filled in), several, a result,
 * or nothing when there is no such resource.
 */
export type ResourceReturn =
  | string
  | Uint8Array
  | Partial<TextResourceContents>
  | Partial<BlobResourceContents>
  | readonly ResourceContents[]
  | ReadResourceResult
  | undefined;

interface Readable {
  /** Caching hint for what is read. Default: `cache['resources/read']` of the server. */
  readonly cache?: CacheHint;
  read(request: ResourceRequest, context: CallContext): Awaitable<ResourceReturn>;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource */
export interface ResourceDefinition extends Resource, Readable {}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates */
export interface ResourceTemplateDefinition extends ResourceTemplate, Readable, Completable {}

/** What a prompt may return: the text of one user message, messages, or a result. */
export type PromptReturn = string | readonly PromptMessage[] | GetPromptResult;

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt */
export interface PromptDefinition extends Omit<Prompt, 'arguments'>, Completable {
  readonly arguments?: readonly PromptArgument[];
  /** `args` holds strings only, and all required arguments. */
  get(args: Record<string, string>, context: CallContext): Awaitable<PromptReturn>;
}

/** The argument that is being typed. */
export interface CompletionArgument {
  readonly name: string;
  readonly value: string;
  /** Arguments that the client has values for already. */
  readonly resolved: Readonly<Record<string, string>>;
}

/** What a completion is given beside the argument. It can ask the client nothing. */
export interface CompletionContext {
  readonly signal: AbortSignal;
  readonly auth: AuthInfo | undefined;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
}

/** All matching values (100 are sent), or some of them with what is known about the rest. */
export type CompletionReturn =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

interface Completable {
  /**
   * Suggests values for an argument, best first.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
   */
  complete?(argument: CompletionArgument, context: CompletionContext): Awaitable<CompletionReturn>;
}
