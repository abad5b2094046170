import type { ToolSource } from '../../src/adapters/index.js';
import type { Quarantined } from '../../src/client/index.js';
import type { CallToolResult, JsonObject, Tool } from '../../src/protocol/index.js';

/** A client that lists what it is given, and counts what is asked of it. */
export class ListedTools implements ToolSource {
  lists = 0;
  readonly calls: { name: string; args: JsonObject | undefined }[] = [];
  readonly #tools: readonly Tool[];
  readonly #quarantined: readonly Quarantined[];

  constructor(tools: readonly unknown[], quarantined: readonly Quarantined[] = []) {
    this.#tools = tools as readonly Tool[];
    this.#quarantined = quarantined;
  }

  async listTools(): Promise<readonly Tool[]> {
    this.lists += 1;
    return this.#tools;
  }

  quarantined(): readonly Quarantined[] {
    return this.#quarantined;
  }

  async callTool(name: string, args?: JsonObject): Promise<CallToolResult> {
    this.calls.push({ name, args });
    return { content: [{ type: 'text', text: `${name} ran` }] };
  }
}

export function listedTool(name: string, parts: JsonObject = {}): JsonObject {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, ...parts };
}
