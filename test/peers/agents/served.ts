import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ApprovalServerOptions, ServedRegistry } from '../../../src/server/index.js';
import { ApprovalServer, serveRegistry, stdioCommand } from '../../../src/server/index.js';
import { sliceTools } from './slice-tools.js';
import type { Workplace } from './workplace.js';

const STDIO_MODULE = fileURLToPath(new URL('../../fixtures/registry-stdio-slices.mjs', import.meta.url));
const WRONG_TOKEN = `Bearer ${'A'.repeat(43)}`;

/** The tools of this process, served. */
export async function serveSlices({ folder }: Workplace, revisions?: string[]): Promise<ServedRegistry> {
  const engine = await serveRegistry(sliceTools(folder, revisions), { name: 'engine', onLog: () => {} });
  await engine.start();
  return engine;
}

/** A command that builds the tools anew. */
export async function serveSlicesStdio({ folder }: Workplace, startMs = 0): Promise<ServedRegistry> {
  const engine = await serveRegistry(sliceTools(folder), {
    name: 'engine',
    transport: 'stdio',
    command: stdioCommand(STDIO_MODULE),
    env: { MARKS: folder, START_MS: String(startMs) },
  });
  await engine.start();
  return engine;
}

export async function startApprovals(options: ApprovalServerOptions): Promise<ApprovalServer> {
  const approvals = new ApprovalServer({ onLog: () => {}, ...options });
  await approvals.start();
  return approvals;
}

interface Entry {
  readonly headers: Record<string, string>;
  alwaysLoad?: boolean;
}

/** Changes what a config file says about each server. */
export async function editConfig(path: string, edit: (entry: Entry) => void): Promise<void> {
  const document = JSON.parse(await readFile(path, 'utf8')) as { mcpServers: Record<string, Entry> };
  for (const entry of Object.values(document.mcpServers)) edit(entry);
  await writeFile(path, JSON.stringify(document));
}

/** As if somebody guessed. */
export function guessToken(entry: Entry): void {
  entry.headers['Authorization'] = WRONG_TOKEN;
}

/** The token that a server asks for. */
export function tokenOf({ authHeaders }: Pick<ServedRegistry, 'authHeaders'>): string {
  return (authHeaders['Authorization'] ?? '').replace('Bearer ', '');
}

/** No argument of a process holds the token of one of these servers. */
export function expectNoTokens(
  words: readonly string[],
  servers: readonly Pick<ServedRegistry, 'authHeaders'>[],
): void {
  for (const token of servers.map(tokenOf)) {
    expect(token).toMatch(/^.{40,}$/);
    expect(words.join(' ')).not.toContain(token);
  }
}
