// docs/errors.md, docs/limits.md and docs/config.md hold tables that are made from the sources. UPDATE_DOCS=1 writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRY_KEYS } from '../../src/host/config/entry-keys.js';
import { DEFAULT_VERDICTS } from '../../src/host/permissions/decide.js';
import { DEFAULT_LIMITS, ERROR_CODES, FAULT_CODES } from '../../src/protocol/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
const START = '<!-- table -->';
const END = '<!-- end of table -->';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** The comment above each limit is what the page says about it. */
function limitMeanings(): Map<string, string> {
  const source = readFileSync(join(ROOT, 'src', 'protocol', 'limits.ts'), 'utf8');
  const commented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+): [^;{]/g;
  return new Map(
    [...source.matchAll(commented)].map(([, comment = '', name = '']) => [
      name,
      comment.replace(/\s*\n\s*\*\s*/g, ' ').trim(),
    ]),
  );
}

function amount(name: string, value: number): string {
  if (name.endsWith('Ms')) return `${(value / 1000).toLocaleString('en')} s`;
  if (!name.endsWith('Bytes')) return value.toLocaleString('en');
  return value % 1_048_576 === 0 ? `${value / 1_048_576} MiB` : `${value / 1024} KiB`;
}

function limitsTable(): string {
  const meanings = limitMeanings();
  const rows = Object.entries(DEFAULT_LIMITS).map(([name, value]) => {
    const meaning = meanings.get(name);
    if (meaning === undefined) throw new Error(`src/protocol/limits.ts says nothing about ${name}`);
    return [`\`${name}\``, amount(name, value), meaning];
  });
  return table(['limit', 'default', 'what it bounds'], rows);
}

function faultsTable(): string {
  const rows = Object.entries(FAULT_CODES).map(([code, { origin, meaning }]) => [
    `\`${code}\``,
    origin,
    meaning,
  ]);
  return table(['code', 'origin', 'what it means, and what to do'], rows);
}

function wireErrorsTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([name, { code }]) => [
    `\`${code}\``,
    name.toLowerCase().replaceAll('_', ' '),
  ]);
  return table(['code', 'name'], rows);
}

function entryKeysTable(): string {
  const rows = Object.entries(ENTRY_KEYS).map(([key, { transports, value, fallback, meaning }]) => {
    const where = transports === undefined ? 'all' : (transports as readonly string[]).join(', ');
    return [`\`${key}\``, where, value, fallback, meaning];
  });
  return table(['key', 'transports', 'value', 'default', 'what it says'], rows);
}

function verdictsTable(): string {
  const rows = Object.entries(DEFAULT_VERDICTS).map(([kind, { action }]) => [kind, `\`${action}\``]);
  return table(['the tool is', 'without a rule'], rows);
}

const PAGES = [
  { page: 'limits.md', tables: [limitsTable] },
  { page: 'errors.md', tables: [faultsTable, wireErrorsTable] },
  { page: 'config.md', tables: [entryKeysTable, verdictsTable] },
];

function withTables(text: string, tables: readonly string[]): string {
  const parts = text.split(START);
  expect(parts).toHaveLength(tables.length + 1);
  return parts
    .map((part, index) => (index === 0 ? part : `\n${tables[index - 1]}\n${part.slice(part.indexOf(END))}`))
    .join(START);
}

describe('tables in the docs', () => {
  it.each(PAGES)('docs/$page says what the sources say', ({ page, tables }) => {
    const path = join(ROOT, 'docs', page);
    const text = readFileSync(path, 'utf8');
    const expected = withTables(
      text,
      tables.map((make) => make()),
    );
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(path, expected);
    else expect(text).toBe(expected);
  });

  it('a table that differs is noticed', () => {
    const text = `intro\n${START}\n| old |\n${END}\nrest`;
    expect(withTables(text, ['| new |'])).toBe(`intro\n${START}\n| new |\n${END}\nrest`);
  });
});
