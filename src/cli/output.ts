import type { ContentBlock } from '../protocol/index.js';

/** Where a verb writes. Standard output carries only the answer; everything else goes to standard error. */
export interface Output {
  /** One line of the answer. */
  line(text: string): void;
  /** The whole answer as JSON. */
  json(value: unknown): void;
  /** A remark for the person at the terminal. */
  note(text: string): void;
  /** On a terminal: a line that the next one replaces. Empty text takes it away. */
  status(text: string): void;
}

/** Writes are never cut short: the command ends by itself when everything is out. */
export function streamOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Output {
  return {
    line: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value, writeBigInt, 2)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    status: (text) => void stderr.write(`\r\u001b[2K${text}`),
  };
}

function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Content for a person: text as it is, everything else as one line that says what it is. */
export function describeContent(block: ContentBlock): string {
  // A type is the server's to choose, `constructor` included.
  const describe = Object.hasOwn(DESCRIPTIONS, block.type) ? DESCRIPTIONS[block.type] : undefined;
  return describe === undefined ? `[${block.type}]` : describe(block as never);
}

const DESCRIPTIONS: Readonly<Record<string, (block: never) => string>> = {
  text: ({ text }: { text: string }) => text,
  image: ({ mimeType, data }: { mimeType: string; data: string }) =>
    `[image ${mimeType}, ${bytes(data)} bytes]`,
  audio: ({ mimeType, data }: { mimeType: string; data: string }) =>
    `[audio ${mimeType}, ${bytes(data)} bytes]`,
  resource_link: ({ uri, name }: { uri: string; name: string }) => `[resource ${name}: ${uri}]`,
  resource: ({ resource }: { resource: { uri: string; text?: string; blob?: string } }) =>
    resource.text ?? `[resource ${resource.uri}, ${bytes(resource.blob ?? '')} bytes]`,
};

function bytes(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** Rows with aligned columns; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((widest, row) => {
    row.forEach((cell, column) => {
      widest[column] = Math.max(widest[column] ?? 0, cell.length);
    });
    return widest;
  }, []);
  const pad = (row: readonly string[]) => (cell: string, column: number) =>
    column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(pad(row)).join('  ')}`.trimEnd());
}

/** The first sentence or line of a description, at most `width` characters. */
export function summary(text: unknown, width = 80): string {
  // Nothing relies on a description, so nobody has checked that it is text.
  const line = (typeof text === 'string' ? text : undefined)?.trim().split('\n')[0] ?? '';
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

/** `\p{Cc}` without tab and line feed; further ends of lines, and what turns the direction of what follows. */
const CONTROL = /[^\P{Cc}\t\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Shows what could move the cursor, change colours or swap what is seen as `\x1b` or `\u202e`: text of a server is not
 * trusted on a terminal.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** Text of a server as a cell of a table: on one line, so that it cannot make up a row. */
export function cell(text: string): string {
  return printable(text.replace(/\s+/g, ' '));
}
