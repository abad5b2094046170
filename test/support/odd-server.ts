import { fileURLToPath } from 'node:url';
import { type StdioServer, type StdioServerOptions, stdioServer } from '../../src/transport/index.js';

/** Path of a program in test/fixtures. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}

/** A server process that behaves in one of the ways of test/fixtures/odd-server.mjs. */
export function oddServer(
  mode: string,
  words: readonly string[] = [],
  options: Partial<StdioServerOptions> = {},
): StdioServer {
  return stdioServer({
    command: process.execPath,
    args: [fixturePath('odd-server.mjs'), mode, ...words],
    ...options,
  });
}
