import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { Tool } from './tool.js';
import type { ToolContext } from './tool-context.js';

/** A call on its way to the tool. */
export interface ToolInvocation {
  readonly tool: Tool;
  /** As the caller sent them: not checked yet. */
  readonly arguments: JsonObject;
  readonly context: ToolContext;
}

/**
 * Goes on to the next middleware, and in the end to the tool, with other arguments if some are given. Rejects with what
 * the tool throws, a `ToolArgumentError` for instance.
 */
export type NextCall = (args?: JsonObject) => Promise<unknown>;

/** Stands between the caller and the tool, for every call. What it returns is the outcome; what it throws, the failure. */
export type ToolMiddleware = (call: ToolInvocation, next: NextCall) => unknown;

/** Tools by name, in the order of adding, and what runs around each of their calls. */
export class ToolRegistry implements Iterable<Tool> {
  readonly #tools = new Map<string, Tool>();
  readonly #middleware: ToolMiddleware[] = [];

  /** @throws Fault `invalid_argument` for a name that is taken, or what is no tool. */
  constructor(tools: Iterable<Tool> = []) {
    for (const tool of tools) this.add(tool);
  }

  get size(): number {
    return this.#tools.size;
  }

  /** @throws Fault `invalid_argument` for a name that is taken, or what is no tool. */
  add(tool: Tool): this {
    if (typeof tool?.name !== 'string' || tool.name === '' || typeof tool.run !== 'function') {
      throw new Fault(
        'invalid_argument',
        'A registry takes tools, as `tool()` makes them: objects with `name` and `run`.',
      );
    }
    if (this.#tools.has(tool.name)) {
      throw new Fault(
        'invalid_argument',
        `There is a tool named '${tool.name}' already. A second one would hide it: rename one of them.`,
      );
    }
    this.#tools.set(tool.name, tool);
    return this;
  }

  /** Adds a middleware. The one that was added first is the outermost. */
  use(middleware: ToolMiddleware): this {
    this.#middleware.push(middleware);
    return this;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** In the order of adding. */
  tools(): Tool[] {
    return [...this.#tools.values()];
  }

  [Symbol.iterator](): Iterator<Tool> {
    return this.#tools.values();
  }

  /**
   * Calls a tool through the middleware. Rejects with what the tool or a middleware throws.
   *
   * @throws Fault (as a rejection) `invalid_argument` for a name that is not there.
   */
  async call(name: string, args: JsonObject, context: ToolContext): Promise<unknown> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Fault('invalid_argument', `There is no tool named '${name}'.`);
    return this.#run({ tool, arguments: args, context }, 0);
  }

  async #run(call: ToolInvocation, index: number): Promise<unknown> {
    const middleware = this.#middleware[index];
    if (middleware === undefined) {
      // A middleware may have taken so long that nobody wants the call any more.
      call.context?.signal?.throwIfAborted();
      return call.tool.run(call.arguments, call.context);
    }
    const next: NextCall = (args) => {
      return this.#run(args === undefined ? call : { ...call, arguments: args }, index + 1);
    };
    return middleware(call, next);
  }
}

/** What a registry has to be able to do, whichever copy of plainwire made it. */
export type RegistryLike = Pick<ToolRegistry, 'tools' | 'call'>;

/** A registry as it is; a list of tools becomes one. @throws Fault `invalid_argument` */
export function registryOf(source: RegistryLike | Iterable<Tool>): RegistryLike {
  const { tools, call, [Symbol.iterator]: iterate } = Object(source);
  if (typeof tools === 'function' && typeof call === 'function') return source as RegistryLike;
  if (typeof iterate === 'function') return new ToolRegistry(source as Iterable<Tool>);
  throw new Fault('invalid_argument', 'What is served must be a ToolRegistry or a list of tools.');
}
