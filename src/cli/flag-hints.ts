import type { FaultCode } from '../protocol/index.js';
import { isFault, redactText } from '../protocol/index.js';

interface HintRow {
  readonly codes: readonly FaultCode[];
  /** The sentence of the library: what a program does about it. */
  readonly instead: RegExp;
  /** What somebody at the command line does about it. */
  readonly hint: string;
  /** Not for a server of the configuration, whose file has what the sentence names. */
  readonly isNotForFiles?: true;
}

/** To the end of a sentence; a full stop within backquotes does not end it. */
const REST = '(?:`[^`]*`|\\w\\.\\w|[^.`])*\\.';

/** What a program sets by an option and somebody at the command line by a flag. */
export const FLAG_HINTS: readonly HintRow[] = [
  {
    codes: ['timed_out'],
    instead: new RegExp(`Raise (?=\`)${REST}`),
    hint: '`--timeout 2m` gives it longer.',
  },
  {
    codes: ['unauthorized', 'forbidden', 'invalid_argument'],
    instead: new RegExp(`Give credentials in ${REST}`),
    hint: "`--header 'Authorization: Bearer …'` gives credentials.",
    isNotForFiles: true,
  },
  {
    codes: ['capability_missing'],
    instead: new RegExp(`Send it with ${REST}`),
    hint: '`plainwire inspect` shows what the server offers.',
  },
  {
    codes: ['limit_exceeded', 'input_rounds_exceeded', 'redirect_refused', 'schema_invalid'],
    instead: new RegExp(`Raise (?:the limit|it in|limits\\.)${REST}`),
    hint: 'The command has no flag for this limit; a program can raise it (docs/limits.md).',
  },
  {
    codes: ['negotiation_failed'],
    instead: new RegExp(`Allow a ${REST}`),
    hint: 'Leave out `--revision`.',
  },
];

/** Whether the server is one of the configuration. */
interface HintOptions {
  readonly isFromFile?: boolean;
}

/** The message of an error, redacted, with flags of the command in place of options of the library. */
export function messageFor(error: unknown, { isFromFile = false }: HintOptions = {}): string {
  const message = redactText(error instanceof Error ? error.message : String(error));
  if (!isFault(error)) return message;
  return withFlags(
    message,
    (row) => row.codes.includes(error.code) && !(isFromFile && row.isNotForFiles === true),
  );
}

/** The same for why a server of the configuration does not work, which is a message of which no code is left. */
export function reasonFor(reason: string): string {
  return withFlags(reason, ({ isNotForFiles }) => isNotForFiles !== true);
}

function withFlags(message: string, isMeant: (row: HintRow) => boolean): string {
  const row = FLAG_HINTS.find((candidate) => isMeant(candidate) && candidate.instead.test(message));
  // Not as the text of a replacement: `$` has a meaning there.
  return row === undefined ? message : message.replace(row.instead, () => row.hint);
}
