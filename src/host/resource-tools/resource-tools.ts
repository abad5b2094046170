import type { JsonObject, ResourceContents } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { Tool } from '../../server/index.js';
import { ToolArgumentError, tool } from '../../server/index.js';
import type { HostResources } from './host-resources.js';
import { isMcpResourceError } from './resource-error.js';
import { blobBytes, isBase64, saveBlob, saveBlobIn, withoutSpace } from './save-blob.js';

/** The names of the tools that read resources, as models know them from other programs. */
export const RESOURCE_TOOLS = {
  list: 'list_mcp_resources',
  listTemplates: 'list_mcp_resource_templates',
  read: 'read_mcp_resource',
} as const;

export interface ResourceToolsParts {
  readonly resources: HostResources;
  /** Where blobs are saved; undefined for `<cwd>/.plainwire/tool-outputs`. */
  readonly outputFolder: string | undefined;
  /** A blob of more bytes is reported and not decoded: `limits.resourceBlobBytes`. */
  readonly maxBlobBytes: number;
}

const OUTPUT_FOLDERS = ['.plainwire', 'tool-outputs'] as const;

const LIST_PARAMETERS = {
  type: 'object',
  properties: {
    server: { type: 'string', description: 'Name of one server. Without it all servers are listed.' },
    cursor: { type: 'string', description: 'nextCursor of the page before. Needs `server`.' },
  },
  additionalProperties: false,
} as const;

const READ_PARAMETERS = {
  type: 'object',
  properties: {
    server: { type: 'string', description: 'Name of the server that lists the resource.' },
    uri: { type: 'string', description: 'URI of the resource, as it was listed.' },
  },
  required: ['server', 'uri'],
  additionalProperties: false,
} as const;

/** Hints for whoever these tools are served to. */
const READ_ONLY = { annotations: { readOnlyHint: true, openWorldHint: true } } as const;

interface Wanted {
  readonly server?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The three tools with which a model lists and reads the resources of all servers. */
export function resourceTools(parts: ResourceToolsParts): readonly Tool[] {
  const { resources } = parts;
  return [
    tool({
      name: RESOURCE_TOOLS.list,
      description:
        'Lists resources of the connected MCP servers: data such as files, records or pages that can be read with ' +
        `${RESOURCE_TOOLS.read}.`,
      parameters: LIST_PARAMETERS,
      sideEffecting: false,
      listing: READ_ONLY,
      run: (args, { signal }) =>
        listing(resources, 'resources', args, signal, {
          name: RESOURCE_TOOLS.list,
          page: async (server, options) => {
            const { resources: items, nextCursor } = await resources.list(server, options);
            return { items, nextCursor };
          },
          all: (server) => resources.listAll(server, signal),
        }),
    }),
    tool({
      name: RESOURCE_TOOLS.listTemplates,
      description:
        'Lists resource templates of the connected MCP servers: URI templates whose expansions can be read with ' +
        `${RESOURCE_TOOLS.read}.`,
      parameters: LIST_PARAMETERS,
      sideEffecting: false,
      listing: READ_ONLY,
      run: (args, { signal }) =>
        listing(resources, 'resourceTemplates', args, signal, {
          name: RESOURCE_TOOLS.listTemplates,
          page: async (server, options) => {
            const { resourceTemplates: items, nextCursor } = await resources.listTemplates(server, options);
            return { items, nextCursor };
          },
          all: (server) => resources.listAllTemplates(server, signal),
        }),
    }),
    tool({
      name: RESOURCE_TOOLS.read,
      description: 'Reads one resource of a connected MCP server. What is no text is saved as a file.',
      parameters: READ_PARAMETERS,
      sideEffecting: false,
      listing: READ_ONLY,
      run: ({ server, uri }, { signal }) => read(parts, server, uri, signal),
    }),
  ] as readonly Tool[];
}

interface Lister {
  readonly name: string;
  readonly page: (
    server: string,
    options: { cursor?: string; signal: AbortSignal },
  ) => Promise<{ items: readonly object[]; nextCursor: string | undefined }>;
  readonly all: (server: string) => Promise<readonly object[]>;
}

/** JSON: `{server?, <member>: [{server, …}], nextCursor?, errors?}`. */
async function listing(
  resources: HostResources,
  member: 'resources' | 'resourceTemplates',
  { server, cursor }: Wanted,
  signal: AbortSignal,
  lister: Lister,
): Promise<string> {
  if (server !== undefined) {
    const options = cursor === undefined ? { signal } : { cursor, signal };
    const { items, nextCursor } = await lister.page(server, options);
    return JSON.stringify({
      server,
      [member]: items.map((item) => ofServer(server, item)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  }
  if (cursor !== undefined) {
    throw new ToolArgumentError(
      lister.name,
      { invalid: ['cursor'], reason: 'a cursor belongs to one server: give `server` as well' },
      ['server', 'cursor'],
    );
  }
  const found = await everywhere(resources.servers(), member, lister.all);
  // What was taken back is not the failure of every server.
  if (signal.aborted)
    throw new Fault('cancelled', `${lister.name} was cancelled by the caller.`, { cause: signal.reason });
  return JSON.stringify(found);
}

/** One server that fails costs its own part and nothing else. */
async function everywhere(
  servers: readonly string[],
  member: string,
  all: (server: string) => Promise<readonly object[]>,
): Promise<JsonObject> {
  const items: object[] = [];
  const errors: object[] = [];
  const lists = await Promise.allSettled(servers.map((server) => all(server)));
  lists.forEach((list, index) => {
    const server = servers[index] ?? '';
    if (list.status === 'fulfilled') for (const item of list.value) items.push(ofServer(server, item));
    else errors.push({ server, error: messageOf(list.reason) });
  });
  return { [member]: items, ...(errors.length === 0 ? {} : { errors }) } as JsonObject;
}

/** The item with the name of its server first, whatever the server put there. */
function ofServer(server: string, item: object): object {
  return Object.assign({ server }, item, { server });
}

function messageOf(error: unknown): string {
  return isMcpResourceError(error) || error instanceof Error ? error.message : String(error);
}

async function read(
  parts: ResourceToolsParts,
  server: string,
  uri: string,
  signal: AbortSignal,
): Promise<string> {
  const { contents } = await parts.resources.read(server, uri, signal);
  const [first] = contents;
  if (contents.length === 1 && first !== undefined) return describe(parts, first);
  if (contents.length === 0) return '(the resource is empty)';
  const described: string[] = [];
  for (const content of contents) {
    described.push(`--- ${content.uri}\n${await describe(parts, content)}`);
  }
  return described.join('\n');
}

/** Text as it is; a blob as the path where it was saved. */
async function describe(
  { outputFolder, maxBlobBytes }: ResourceToolsParts,
  content: ResourceContents,
): Promise<string> {
  if ('text' in content && typeof content.text === 'string') return content.text;
  const { blob, mimeType } = content as { blob: string; mimeType?: string };
  const data = withoutSpace(blob);
  const type = mimeType ?? 'no MIME type';
  if (!isBase64(data)) return `[binary content not saved: ${type}, the server sent what is no Base64]`;
  const bytes = blobBytes(data);
  const what = `${type}, ${bytes} bytes`;
  if (bytes > maxBlobBytes) {
    return `[binary content not saved: ${what}, more than limits.resourceBlobBytes (${maxBlobBytes})]`;
  }
  const saved = { blob: data, mimeType };
  const path = await (outputFolder === undefined
    ? saveBlobIn(process.cwd(), OUTPUT_FOLDERS, saved)
    : saveBlob(outputFolder, saved));
  return `[binary content saved to ${path} (${what})]`;
}
