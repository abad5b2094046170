import { UsageError } from './exit-code.js';

/** Flags that only `record` and `replay` take. */
export const RECORDING_OPTIONS = {
  listen: { type: 'string' },
  as: { type: 'string' },
  ignore: { type: 'string', multiple: true },
} as const;

/** What the command line gave for them. */
export interface RecordingWords {
  readonly listen?: string | undefined;
  readonly as?: string | undefined;
  readonly ignore?: string[] | undefined;
}

/** What `record` and `replay` were asked for. */
export interface RecordingFlags {
  readonly listen: { readonly host?: string; readonly port: number } | undefined;
  readonly as: 'client' | 'server' | undefined;
  readonly ignore: readonly string[];
}

/** @throws UsageError */
export function readRecordingFlags({ listen, as, ignore }: RecordingWords): RecordingFlags {
  if (as !== undefined && as !== 'client' && as !== 'server')
    throw new UsageError(`--as ${as} is neither client nor server.`);
  return { listen: readAddress(listen), as, ignore: ignore ?? [] };
}

/** `8080` or `host:8080`; 0 is any free port. */
function readAddress(text: string | undefined): RecordingFlags['listen'] {
  if (text === undefined) return undefined;
  const match = /^(?:(.+):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535)
    throw new UsageError(`--listen ${text} is not a port: write 0 for any, 8080, or 127.0.0.1:8080.`);
  const host = match[1]?.replace(/^\[|\]$/g, '');
  return { port, ...(host === undefined ? {} : { host }) };
}
