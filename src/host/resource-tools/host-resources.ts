import type { CallOptions, McpClient } from '../../client/index.js';
import type {
  JsonObject,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
} from '../../protocol/index.js';
import {
  checkItems,
  ERROR_CODES,
  isFault,
  isResourceNotFound,
  isRpcError,
  methodRow,
} from '../../protocol/index.js';
import type { ServerSession } from '../server-session.js';
import { reasonOf } from '../thrown-text.js';
import { McpResourceError, type ResourceErrorKind } from './resource-error.js';

export interface PageOptions {
  /** Where the page begins, as a page before said. Default: at the beginning. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

/** One page of the resources of a server, as it sent them. */
export interface ResourcePage {
  readonly server: string;
  readonly resources: readonly Resource[];
  /** Where the next page begins; undefined at the end. */
  readonly nextCursor: string | undefined;
  /** What was left out of this page because it is no resource. */
  readonly leftOut: readonly string[];
}

/** One page of the resource templates of a server, as it sent them. */
export interface ResourceTemplatePage {
  readonly server: string;
  readonly resourceTemplates: readonly ResourceTemplate[];
  readonly nextCursor: string | undefined;
  readonly leftOut: readonly string[];
}

/** What was read: text, or a Base64 `blob`, for each content. */
export interface ResourceRead {
  readonly server: string;
  readonly uri: string;
  readonly contents: readonly ResourceContents[];
}

const KIND_OF_FAULT: Readonly<Record<string, ResourceErrorKind>> = {
  cancelled: 'cancelled',
  capability_missing: 'no_resources',
  closed: 'unavailable',
  connect_failed: 'unavailable',
  connection_lost: 'unavailable',
  limit_exceeded: 'too_large',
  process_exited: 'unavailable',
  server_unavailable: 'unavailable',
};

/** The resources of all servers of a host, by the name of the server. */
export class HostResources {
  readonly #sessions: ReadonlyMap<string, ServerSession>;

  constructor(sessions: ReadonlyMap<string, ServerSession>) {
    this.#sessions = sessions;
  }

  /** The connected servers that offer resources, in order. */
  servers(): string[] {
    const offering = [...this.#sessions.values()].filter(offersResources);
    return offering.map(({ entry }) => entry.name);
  }

  offers(server: string): boolean {
    const session = this.#sessions.get(server);
    return session !== undefined && offersResources(session);
  }

  /** @throws McpResourceError (as a rejection) */
  async list(server: string, options: PageOptions = {}): Promise<ResourcePage> {
    const { items, ...page } = await this.#page<Resource>(server, 'resources/list', options);
    return { server, resources: items, ...page };
  }

  /** @throws McpResourceError (as a rejection) */
  async listTemplates(server: string, options: PageOptions = {}): Promise<ResourceTemplatePage> {
    const { items, ...page } = await this.#page<ResourceTemplate>(
      server,
      'resources/templates/list',
      options,
    );
    return { server, resourceTemplates: items, ...page };
  }

  /** All resources of a server, from all pages; kept as the client keeps them. @throws McpResourceError */
  async listAll(server: string, signal?: AbortSignal): Promise<readonly Resource[]> {
    return this.#asked(server, undefined, (client) => client.listResources(withSignal(signal)));
  }

  /** All templates of a server, from all pages. @throws McpResourceError */
  async listAllTemplates(server: string, signal?: AbortSignal): Promise<readonly ResourceTemplate[]> {
    return this.#asked(server, undefined, (client) => client.listResourceTemplates(withSignal(signal)));
  }

  /** @throws McpResourceError (as a rejection) */
  async read(server: string, uri: string, signal?: AbortSignal): Promise<ResourceRead> {
    const { contents } = await this.#asked<ReadResourceResult>(server, undefined, (client, budget) =>
      client.readResource(uri, { ...budget, ...withSignal(signal) }),
    );
    return { server, uri, contents };
  }

  async #page<Item>(
    server: string,
    method: 'resources/list' | 'resources/templates/list',
    { cursor, signal }: PageOptions,
  ): Promise<{ items: readonly Item[]; nextCursor: string | undefined; leftOut: readonly string[] }> {
    const result: JsonObject = await this.#asked(server, cursor, (client, budget) =>
      client.request(method as string, cursor === undefined ? undefined : { cursor }, {
        ...budget,
        ...withSignal(signal),
      }),
    );
    const row = methodRow(method);
    if (row?.kind !== 'request' || row.items === undefined) throw new TypeError(`${method} is no list`);
    const { kept, quarantined } = checkItems(row.items.shape, result[row.items.member] as unknown[]);
    return {
      items: kept as readonly Item[],
      nextCursor: nextCursorOf(result['nextCursor'], this.#sessions.get(server)),
      leftOut: quarantined.map(({ reason }) => reason),
    };
  }

  async #asked<T>(
    server: string,
    cursor: string | undefined,
    ask: (client: McpClient, budget: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { client, session } = this.#clientOf(server);
    try {
      const { requestMs } = session.entry;
      return await ask(client, requestMs === undefined ? {} : { idleMs: requestMs, totalMs: requestMs });
    } catch (error) {
      session.failed(client, error);
      throw new McpResourceError(kindOf(error, cursor), server, `${server}: ${reasonOf(error)}`, error);
    }
  }

  #clientOf(server: string): { client: McpClient; session: ServerSession } {
    const session = this.#sessions.get(server);
    if (session === undefined) {
      const names = [...this.#sessions.keys()].join(', ');
      throw new McpResourceError(
        'unknown_server',
        server,
        `There is no server ${JSON.stringify(server)}. Servers: ${names === '' ? 'none' : names}.`,
      );
    }
    if (!session.entry.resources) {
      throw new McpResourceError(
        'hidden',
        server,
        `The configuration hides the resources of server '${server}'.`,
      );
    }
    const { client } = session;
    if (client === undefined) {
      const { phase, reason } = session.state;
      const why = reason === undefined ? '' : `: ${reason}`;
      throw new McpResourceError('unavailable', server, `Server '${server}' is ${phase}${why}.`);
    }
    if (client.capabilities.resources === undefined) {
      throw new McpResourceError('no_resources', server, `Server '${server}' declares no resources.`);
    }
    return { client, session };
  }
}

function offersResources({ client, entry }: ServerSession): boolean {
  return entry.resources && client?.capabilities.resources !== undefined;
}

/** 2026-07-28 server/utilities/pagination#implementation-guidelines: '' is a cursor there, and was the end before. */
function nextCursorOf(cursor: unknown, session: ServerSession | undefined): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  return cursor === '' && session?.client?.era === 'legacy' ? undefined : cursor;
}

function kindOf(error: unknown, cursor: string | undefined): ResourceErrorKind {
  if (isFault(error)) return KIND_OF_FAULT[error.code] ?? 'failed';
  if (!isRpcError(error)) return 'failed';
  if (cursor !== undefined && error.code === ERROR_CODES.INVALID_PARAMS.code) return 'invalid_cursor';
  return isResourceNotFound(error) ? 'not_found' : 'failed';
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
