import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, Revision } from '../../src/protocol/index.js';
import type { HttpServerOptions } from '../../src/transport/index.js';

/** One row of spec-fixtures/http/cells.json. */
export interface Cell {
  readonly id: string;
  readonly why: string;
  readonly spec: string;
  readonly server?: Pick<HttpServerOptions, 'eras' | 'legacySessions' | 'revisions' | 'limits'>;
  /** The revision of the session that `{session}` stands for. */
  readonly session?: Revision;
  /** Who asks; sessions belong to nobody in particular unless this is set. */
  readonly principal?: string;
  readonly base: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly text?: string;
  /** The answer does not end by itself. */
  readonly stays?: boolean;
  readonly expect: {
    readonly kind: string;
    readonly status: number;
    readonly code?: number;
    readonly id?: unknown;
    readonly says?: string;
    readonly data?: JsonObject;
    readonly revision?: Revision;
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly bodyIds?: readonly unknown[];
  };
}

interface CellFile {
  readonly bases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly cells: readonly Cell[];
}

const FILE = join(import.meta.dirname, '../../spec-fixtures/http/cells.json');
const file: CellFile = JSON.parse(readFileSync(FILE, 'utf8'));

export const CELLS = file.cells;

/** The headers of a cell, with its placeholders filled in. */
export function cellHeaders(
  cell: Cell,
  places: { readonly host: string; readonly session: string },
): Record<string, string | undefined> {
  const headers: Record<string, string | null> = { ...file.bases[cell.base], ...cell.headers };
  const text = cellText(cell);
  if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value?.replace('{host}', places.host).replace('{session}', places.session),
    ]),
  );
}

/** The body of a cell; undefined when it has none. */
export function cellText(cell: Cell): string | undefined {
  if (cell.text !== undefined) return cell.text;
  return cell.body === undefined ? undefined : JSON.stringify(cell.body);
}
