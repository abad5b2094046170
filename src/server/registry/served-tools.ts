import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { LazySchema } from '../features/lazy-schema.js';
import type { DescribedTool } from '../loopback/description.js';
import { checkServerName, qualifiedToolName, servedToolName } from '../loopback/server-names.js';
import { annotationsOf } from './declarations.js';
import type { Tool } from './tool.js';

/** A tool under the name that it is served with. */
export interface ServedTool {
  readonly tool: Tool;
  readonly name: string;
  readonly qualifiedName: string;
  readonly output: LazySchema | undefined;
}

/** The tools of one server as agent CLIs see them. Everything is sorted and frozen. */
export class ServedTools {
  readonly serverName: string;
  /** In the order of the registry: that is how they are listed. */
  readonly all: readonly ServedTool[];
  /** Names as they are served. */
  readonly names: readonly string[];
  readonly described: readonly DescribedTool[];
  readonly toolNames: readonly string[];
  readonly mcpNames: Readonly<Record<string, string>>;
  readonly requiresApproval: readonly string[];
  readonly autoApprove: readonly string[];
  readonly caps: readonly string[];
  readonly #byName = new Map<string, ServedTool>();

  /** @throws Fault `invalid_argument` for a bad server name, and for tools whose names come out the same. */
  constructor(serverName: string, tools: readonly Tool[]) {
    checkServerName(serverName);
    this.serverName = serverName;
    // MCP cannot say "callable but not described", and to make a schema up would invite blind calls.
    for (const tool of tools) if (tool.parameters !== undefined) this.#add(tool);
    this.all = Object.freeze([...this.#byName.values()]);
    this.names = sorted(this.all.map(({ name }) => name));
    this.toolNames = sorted(this.all.map(({ qualifiedName }) => qualifiedName));
    this.requiresApproval = this.#qualified(({ tool }) => tool.requiresApproval);
    this.autoApprove = this.#qualified(({ tool }) => !tool.requiresApproval);
    this.caps = sorted(new Set(this.all.flatMap(({ tool }) => tool.caps)));
    this.mcpNames = this.#nameMap();
    this.described = Object.freeze([...this.all].sort(byName).map(describe));
  }

  get(servedName: string): ServedTool | undefined {
    return this.#byName.get(servedName);
  }

  #add(tool: Tool): void {
    checkDeclarations(tool);
    const name = servedToolName(tool.name);
    const other = this.#byName.get(name);
    if (other !== undefined) {
      throw new Fault(
        'invalid_argument',
        `The tools '${other.tool.name}' and '${tool.name}' would both be served as '${name}', and one would hide the ` +
          'other: rename one of them.',
      );
    }
    const outputSchema = tool.listing?.outputSchema;
    this.#byName.set(name, {
      tool,
      name,
      qualifiedName: qualifiedToolName(this.serverName, name),
      output: outputSchema === undefined ? undefined : new LazySchema(outputSchema as JsonObject),
    });
  }

  #qualified(isIn: (served: ServedTool) => boolean): readonly string[] {
    return sorted(this.all.filter(isIn).map(({ qualifiedName }) => qualifiedName));
  }

  #nameMap(): Readonly<Record<string, string>> {
    const names = this.all.map(({ tool, qualifiedName }) => [tool.name, qualifiedName] as const);
    return Object.freeze(Object.fromEntries(names.sort(([a], [b]) => compare(a, b))));
  }
}

/** A registry of somebody else may hold anything, and what is not declared would go out as harmless. */
function checkDeclarations({ name, sideEffecting, requiresApproval, caps }: Tool): void {
  const areFlags = typeof sideEffecting === 'boolean' && typeof requiresApproval === 'boolean';
  if (areFlags && Array.isArray(caps) && caps.every((cap) => typeof cap === 'string')) return;
  throw new Fault(
    'invalid_argument',
    `The tool '${name}' does not say what it does: \`sideEffecting\` and \`requiresApproval\` must be true or false, and ` +
      '`caps` a list of names. Make it with `tool()`.',
  );
}

function describe({ tool, name, qualifiedName }: ServedTool): DescribedTool {
  const { sideEffecting, requiresApproval, caps } = tool;
  return Object.freeze({
    name,
    qualifiedName,
    sideEffecting,
    requiresApproval,
    caps: sorted(caps),
    annotations: Object.freeze(annotationsOf(tool)),
  });
}

function byName(a: ServedTool, b: ServedTool): number {
  return compare(a.name, b.name);
}

/** By code unit: the same everywhere, whatever the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function sorted(names: Iterable<string>): readonly string[] {
  return Object.freeze([...names].sort(compare));
}
