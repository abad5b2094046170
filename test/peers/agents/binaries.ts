import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, 'node_modules');

/** What LLVM calls the platforms that Codex is built for. */
const TARGETS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

const PLATFORM = `${process.platform}-${process.arch}`;

/** One version of Claude Code. */
export interface ClaudeBinary {
  readonly version: string;
  readonly path: string;
  /** The revision of MCP that it speaks with a server that knows them all. */
  readonly revision: string;
}

/** The binaries are packages of their own, one for each platform; no script of theirs has to run. */
export const CLAUDE_BINARIES: readonly ClaudeBinary[] = [
  {
    version: '2.1.332',
    revision: '2026-07-28',
    path: binary(`@anthropic-ai/claude-code-${PLATFORM}/claude`),
  },
  {
    version: '2.1.197',
    revision: '2025-11-25',
    path: binary(`claude-code-2.1.197/node_modules/@anthropic-ai/claude-code-${PLATFORM}/claude`),
  },
];

/** The Agent SDK of the newest of them. Loaded by path: types and module are there only once the agents are installed. */
export const CLAUDE_SDK = binary('@anthropic-ai/claude-agent-sdk/sdk.mjs');

export const CODEX = binary(`@openai/codex-${PLATFORM}/vendor/${TARGETS[PLATFORM]}/bin/codex`);

function binary(path: string): string {
  const absolute = join(PACKAGES, path);
  if (existsSync(absolute)) return absolute;
  throw new Error(
    `${absolute} is missing: npm run agents:install, on a platform that the agents are built for.`,
  );
}
