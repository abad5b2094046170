import type {
  Fault,
  Implementation,
  Limits,
  NotificationMessage,
  Prompt,
  RequestMessage,
  Resource,
  ResourceTemplate,
  ResponseMessage,
  Revision,
  Tool,
} from '../protocol/index.js';
import type { MessageHandler, MirroredParam, Peer, RequestContext } from '../transport/index.js';
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SchemaObject,
  ToolDefinition,
} from './definitions.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { promptEntry } from './features/prompt-entry.js';
import { resourceEntry, templateEntry } from './features/resource-entry.js';
import { toolEntry } from './features/tool-entry.js';
import type { ServerIdentity, ServerOptions } from './options.js';
import type { SchemaArguments } from './registry/schema-type.js';
import { ServerCore } from './server-core.js';

/** @internal */
export interface CarrierDefaults {
  readonly limits: Limits;
  readonly onWarning: (fault: Fault) => void;
}

/**
 * An MCP server of both eras. Register what it offers, before or while it is served, and hand it to `serveStdio`,
 * `serveHttp`, `fetchHandler`, `nodeHandler` or `connectInMemory`; any number of them may serve it at once.
 *
 * @example
 * const server = new McpServer({ name: 'adder', version: '1.0.0' });
 * server.tool({
 *   name: 'add',
 *   inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
 *   run: ({ a, b }) => String(a + b),
 * });
 * serveStdio(server);
 */
export class McpServer implements MessageHandler {
  readonly #core: ServerCore;
  readonly #dispatcher: Dispatcher;

  /** @throws Fault `invalid_argument` */
  constructor(identity: ServerIdentity, options: ServerOptions = {}) {
    this.#core = new ServerCore(identity, options);
    this.#dispatcher = new Dispatcher(this.#core);
  }

  get info(): Implementation {
    return this.#core.info;
  }

  /** The protocol revisions it serves, newest first. */
  get revisions(): readonly Revision[] {
    return this.#core.settings.revisions;
  }

  /** @internal It is being served in a way in which other instances may serve the same clients. */
  expectTwins(): void {
    this.#core.mayHaveTwins = true;
  }

  /** @internal What carriers take over from the server unless they are told otherwise. */
  get carrierDefaults(): CarrierDefaults {
    const { log, settings } = this.#core;
    return { limits: settings.limits, onWarning: (fault) => log.warn(fault.message, fault.cause ?? fault) };
  }

  /**
   * What `run` gets has the type that the literal of `inputSchema` describes, or the one that is told: as
   * `tool<{ a: number }>({ … })`, or by a type at the parameter of `run`.
   *
   * @throws Fault `invalid_argument` for a definition that is wrong, or a name that is taken.
   */
  tool<
    Told = never,
    const Schema extends SchemaObject = SchemaObject,
    Arguments = [Told] extends [never] ? SchemaArguments<Schema> : Told,
  >(definition: ToolDefinition<Arguments, Schema>): this {
    // The arguments have been checked against inputSchema when run sees them; that the schema describes
    // a type that is told is for the author to see to.
    const entry = toolEntry(definition as unknown as ToolDefinition, this.#core.log);
    this.#core.tools.add(definition.name, entry);
    return this;
  }

  /** @throws Fault `invalid_argument` for a definition that is wrong, or a URI that is taken. */
  resource(definition: ResourceDefinition): this {
    this.#core.resources.add(definition.uri, resourceEntry(definition));
    return this;
  }

  /** @throws Fault `invalid_argument` for a definition that is wrong, or a template that is taken. */
  resourceTemplate(definition: ResourceTemplateDefinition): this {
    const entry = templateEntry(definition);
    this.#core.hasCompletions ||= entry.complete !== undefined;
    this.#core.templates.add(definition.uriTemplate, entry);
    return this;
  }

  /** @throws Fault `invalid_argument` for a definition that is wrong, or a name that is taken. */
  prompt(definition: PromptDefinition): this {
    const entry = promptEntry(definition);
    this.#core.hasCompletions ||= entry.complete !== undefined;
    this.#core.prompts.add(definition.name, entry);
    return this;
  }

  /** True when there was such a tool. Its capability stays declared. */
  removeTool(name: string): boolean {
    return this.#core.tools.remove(name);
  }

  removeResource(uri: string): boolean {
    return this.#core.resources.remove(uri);
  }

  removeResourceTemplate(uriTemplate: string): boolean {
    return this.#core.templates.remove(uriTemplate);
  }

  removePrompt(name: string): boolean {
    return this.#core.prompts.remove(name);
  }

  /** The tools as modern clients see them, in the order of registration. */
  tools(): Tool[] {
    return this.#core.tools.items().map(({ tool }) => tool);
  }

  resources(): Resource[] {
    return this.#core.resources.items().map(({ listed }) => listed as Resource);
  }

  resourceTemplates(): ResourceTemplate[] {
    return this.#core.templates.items().map(({ listed }) => listed as ResourceTemplate);
  }

  prompts(): Prompt[] {
    return this.#core.prompts.items().map(({ listed }) => listed as Prompt);
  }

  /** Tells clients that the list changed. Registering and removing do that by themselves. */
  notifyToolsChanged(): void {
    this.#core.changes.listChanged('tools');
  }

  notifyResourcesChanged(): void {
    this.#core.changes.listChanged('resources');
  }

  notifyPromptsChanged(): void {
    this.#core.changes.listChanged('prompts');
  }

  /** Tells the clients that subscribed to this URI that reading it may give something else now. */
  resourceUpdated(uri: string): void {
    this.#core.changes.resourceUpdated(uri);
  }

  /**
   * Ends all subscriptions gracefully. Carriers are closed by whoever opened them. Idempotent.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
   */
  async close(): Promise<void> {
    this.#core.subscriptions.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** For carriers. Never rejects. */
  request(message: RequestMessage, context: RequestContext): ResponseMessage | Promise<ResponseMessage> {
    return this.#dispatcher.request(message, context);
  }

  /** For carriers. */
  notification(message: NotificationMessage, peer: Peer): void {
    this.#dispatcher.notification(message, peer);
  }

  /** For carriers: the arguments of a tool that must be mirrored into headers. */
  mirroredParams(toolName: string): readonly MirroredParam[] {
    return this.#dispatcher.mirroredParams(toolName);
  }
}
