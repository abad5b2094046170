import type { McpClient } from '../../client/index.js';
import type { Resource } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { orAborted, systemClock } from '../../transport/index.js';
import { atOnce } from './at-once.js';
import type { MemoryItem, MemoryQueryOptions, MemorySource } from './memory.js';
import { ResourceList } from './resource-list.js';
import type { OnWarning } from './warnings.js';
import { safely, warnOnConsole } from './warnings.js';

/** What is needed of a client to ask its resources. */
export type ResourceSource = Pick<McpClient, 'listResources' | 'readResource'>;

export interface McpResourcesOptions {
  /** What the memory is called. */
  readonly name: string;
  /** How long the list of resources is kept here, beside what the client keeps. Default 30,000. */
  readonly listTtlMs?: number;
  /** Told of resources that could not be read. Default: the console. */
  readonly onWarning?: OnWarning;
  readonly clock?: Clock;
}

const DEFAULT_TTL_MS = 30_000;
const DEFAULT_K = 5;
/** Reads at the same time. */
const READS_AT_ONCE = 8;

/**
 * The resources of an MCP server as a memory to be asked. A resource matches when its name, description or URI holds the
 * text, in whatever case; of several matches those that the server lists first are read. That is coarse on purpose: put a
 * ranking of your own around it. Binary contents are left out, and so is a resource that has no other.
 *
 * @example
 * const memory = mcpResources(client, { name: 'runbooks' });
 * const [best] = await memory.query('ingest', { k: 1 });
 * @throws Fault `invalid_argument`
 */
export function mcpResources(client: ResourceSource, options: McpResourcesOptions): MemorySource {
  const { name, listTtlMs = DEFAULT_TTL_MS, clock = systemClock } = options;
  if (typeof name !== 'string' || name === '') throw refused('`name` must be a non-empty string');
  if (!(listTtlMs >= 0)) throw refused('`listTtlMs` must be a number of milliseconds, 0 or more');
  const list = new ResourceList(client, listTtlMs, clock);
  const warn = safely(options.onWarning ?? warnOnConsole);
  return Object.freeze({
    name,
    query: async (text: string, { k = DEFAULT_K, signal }: MemoryQueryOptions = {}) => {
      if (typeof text !== 'string') throw refused('the query must be a string');
      if (!Number.isInteger(k) || k < 1) throw refused('`k` must be a whole number above 0');
      const found = matching(await listed(list, name, signal), text, k);
      return readAll(new Reader(client, warn, signal), found);
    },
    write: async () => {
      throw new Fault(
        'not_writable',
        `The memory '${name}' holds resources of an MCP server, which alone writes them: MCP has no request for it. ` +
          'Write with a tool of the server, if it has one.',
      );
    },
  });
}

/** A list that others wait for, too, is fetched on after an abort. */
async function listed(
  list: ResourceList,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly Resource[]> {
  if (signal === undefined) return list.get();
  if (signal.aborted) throw cancelled(name, signal);
  try {
    return await orAborted(list.get(), signal);
  } catch (error) {
    throw signal.aborted ? cancelled(name, signal) : error;
  }
}

/** In the order of the server. */
function matching(resources: readonly Resource[], text: string, k: number): Resource[] {
  const sought = text.toLowerCase();
  const found: Resource[] = [];
  for (const resource of resources) {
    if (found.length === k) break;
    const { name, description, uri } = resource;
    if ([name, description, uri].some((field) => field?.toLowerCase().includes(sought))) found.push(resource);
  }
  return found;
}

/** Reads resources, and remembers what went wrong. */
class Reader {
  failure: unknown;
  readonly #client: ResourceSource;
  readonly #warn: OnWarning;
  readonly #signal: AbortSignal | undefined;

  constructor(client: ResourceSource, warn: OnWarning, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#warn = warn;
    this.#signal = signal;
  }

  /** Undefined for what has no text, or cannot be read. Rejects after an abort. */
  async read(resource: Resource): Promise<MemoryItem | undefined> {
    const signal = this.#signal;
    try {
      const { contents } = await this.#client.readResource(
        resource.uri,
        signal === undefined ? {} : { signal },
      );
      return itemOf(resource, contents);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      this.failure ??= error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Left out of a query: the resource ${resource.uri} could not be read: ${reason}`;
      this.#warn(new Fault('left_out', message, { cause: error, details: { uri: resource.uri } }));
      return undefined;
    }
  }
}

/** One resource that cannot be read costs a warning; when none can, the query has failed. */
async function readAll(reader: Reader, resources: readonly Resource[]): Promise<MemoryItem[]> {
  const read = await atOnce(resources, READS_AT_ONCE, (resource) => reader.read(resource));
  const items = read.filter((item) => item !== undefined);
  if (items.length === 0 && reader.failure !== undefined) throw reader.failure;
  return items;
}

function itemOf(
  { uri, name, mimeType }: Resource,
  contents: readonly { readonly text?: unknown; readonly mimeType?: string | undefined }[],
): MemoryItem | undefined {
  const texts = contents.filter(({ text }) => typeof text === 'string');
  if (texts.length === 0) return undefined;
  const type = mimeType ?? texts[0]?.mimeType;
  return {
    content: texts.map(({ text }) => text).join('\n'),
    metadata: { uri, name, ...(type === undefined ? {} : { mimeType: type }) },
  };
}

function cancelled(name: string, signal: AbortSignal): Fault {
  return new Fault('cancelled', `The query of '${name}' was cancelled by the caller.`, {
    cause: signal.reason,
  });
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `mcpResources: ${problem}.`);
}
