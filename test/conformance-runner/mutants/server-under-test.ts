import { join } from 'node:path';
import type { CheckTarget } from '../../../src/conformance/index.js';
import { sseServer, stdioServer, streamableHttpServer } from '../../../src/transport/index.js';
import { type Deviation, handlerOf } from './base/deviation.js';
import { listen } from './base/listen.js';
import { SSE_PATH } from './base/sse.js';
import { TOKEN } from './variants.js';

/** A server that runs, and how to reach it. */
export interface ServerUnderTest extends AsyncDisposable {
  readonly target: CheckTarget;
}

export interface ServerOptions {
  readonly over: 'stdio' | 'http' | 'sse';
  readonly deviations: readonly Deviation[];
  /** stdio: the bundled program, and what it is told. */
  readonly program: string;
  readonly which: string;
  readonly hasToken?: boolean | undefined;
}

/** Where the entry of the program on stdio is. */
export const PROGRAM = join(import.meta.dirname, 'program.ts');

/** In this process over HTTP; as a process of its own, started by the runner, over stdio. */
export async function serve(options: ServerOptions): Promise<ServerUnderTest> {
  const { over, deviations, program, which, hasToken } = options;
  if (over === 'stdio') {
    const target = stdioServer({ command: process.execPath, args: [program, which], graceMs: 200 });
    return { target, [Symbol.asyncDispose]: async () => {} };
  }
  const last = deviations.at(-1);
  const listener = await listen(handlerOf(deviations, over), { host: last?.listenOn, front: last?.front });
  const headers = hasToken === true ? { authorization: `Bearer ${TOKEN}` } : {};
  const target =
    over === 'http'
      ? streamableHttpServer({ url: `${listener.origin}/mcp`, headers })
      : sseServer({ url: `${listener.origin}${SSE_PATH}`, headers });
  return { target, [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose]() };
}
