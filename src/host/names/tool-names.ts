import { toolName } from './tool-name.js';

/** A tool, by what its server calls it. */
export interface ToolReference {
  readonly server: string;
  readonly tool: string;
}

export type NamedTool =
  | { readonly ok: true; readonly name: string }
  /** The name is another tool's. This one is left out. */
  | { readonly ok: false; readonly name: string; readonly heldBy: ToolReference; readonly problem: string };

/** Which tool stands behind which name. The first tool on a name keeps it. */
export class ToolNames {
  readonly #byName = new Map<string, ToolReference>();

  /** Gives a tool its name. A tool that has one already gets the same again. Add in the order of the configuration. */
  add(server: string, tool: string): NamedTool {
    const name = toolName(server, tool);
    const heldBy = this.#byName.get(name);
    if (heldBy === undefined) {
      this.#byName.set(name, Object.freeze({ server, tool }));
      return { ok: true, name };
    }
    if (heldBy.server === server && heldBy.tool === tool) return { ok: true, name };
    return { ok: false, name, heldBy, problem: clash(name, { server, tool }, heldBy) };
  }

  /** The tool behind a name; undefined for a name that was not given out. */
  lookup(name: string): ToolReference | undefined {
    return this.#byName.get(name);
  }

  /** The name of a tool; undefined for one that was not added, or left out. */
  nameOf(server: string, tool: string): string | undefined {
    const name = toolName(server, tool);
    const held = this.#byName.get(name);
    return held?.server === server && held.tool === tool ? name : undefined;
  }

  /** Forgets the tools of a server. What was left out because of one of them has to be added again. */
  removeServer(server: string): void {
    for (const [name, held] of this.#byName) if (held.server === server) this.#byName.delete(name);
  }

  get size(): number {
    return this.#byName.size;
  }
}

function clash(name: string, tool: ToolReference, heldBy: ToolReference): string {
  return (
    `Tool ${quoted(tool)} is left out: its name would be ${name}, which ${quoted(heldBy)} has already. ` +
    'Rename one of the servers in the configuration, or leave one of the tools out with `disabledTools`.'
  );
}

function quoted({ server, tool }: ToolReference): string {
  return `${JSON.stringify(tool)} of server ${JSON.stringify(server)}`;
}
