// Servers that do everything but what they should: the run ends, names the cause, and leaves nothing behind.
import { afterEach, describe, expect, it } from 'vitest';
import { CHECKS } from '../../../src/conformance/checks/index.js';
import {
  type CheckReport,
  type CheckRunOptions,
  type CheckTarget,
  EVERY_TRANSPORT,
  info,
  legacy,
  runChecks,
} from '../../../src/conformance/index.js';
import { stdioServer, streamableHttpServer } from '../../../src/transport/index.js';
import { HttpScript } from '../../support/http-script.js';
import { fixturePath } from '../../support/odd-server.js';
import { childProcesses, untilGone } from '../../support/processes.js';
import { TEST_SERVER_TLS } from '../../support/tls-fixture.js';

const PING = CHECKS.filter(({ id }) => id === 'ping');
/** Short waits, for servers that let us wait. */
const SHORT: CheckRunOptions = {
  startMs: 1500,
  requestMs: 500,
  checkMs: 5000,
  totalMs: 60_000,
  checks: PING,
};

const hostile = (mode: string, word = '') =>
  stdioServer({
    command: process.execPath,
    args: [fixturePath('hostile-server.mjs'), mode, word],
    graceMs: 300,
  });

const before = childProcesses();
afterEach(() => {
  expect(childProcesses().filter((pid) => !before.includes(pid))).toEqual([]);
});

async function run(target: CheckTarget, options: CheckRunOptions = {}): Promise<CheckReport> {
  const report = await runChecks(target, { ...SHORT, ...options });
  expect(report.durationMs).toBeLessThan(options.totalMs ?? 60_000);
  return report;
}

/** The verdict on whether there is anything to check, with its cause. */
function connection({ checks }: CheckReport): string {
  const result = checks.find(({ id }) => id === 'connection-opens');
  return `${result?.verdict}: ${result?.reason}`;
}

describe('a process that', () => {
  it.each([
    ['never answers', 'silent', /^fail: .*got no answer in/],
    ['answers garbage', 'garbage', /^fail: .*lines on stdout were no messages/],
    ['floods stdout', 'flood-stdout', /^fail: .*sent more than .* frames/],
    ['writes a line without end', 'endless-line', /^fail: .*more than \d+ bytes to stdout/],
    ['exits at once', 'exits-at-once', /^fail: .*exited with code 3[\s\S]*no licence found/],
  ])('%s', async (_, mode, cause) => {
    const report = await run(hostile(mode));
    expect(report.end).toBe('unreachable');
    expect(connection(report)).toMatch(cause);
  });

  it('repeats a variable that it was given does not bring it into the report', async () => {
    const target = hostile('tells-secrets');
    const report = await run(stdioServer({ ...target, env: { LICENCE_KEY: 'plain words 17' } }));
    expect(JSON.stringify(report)).toContain('key [redacted]');
    expect(JSON.stringify(report)).not.toContain('plain words');
  });

  it('cannot be started', async () => {
    const report = await run(stdioServer({ command: 'no-such-program-anywhere' }));
    expect(report.end).toBe('unreachable');
    expect(connection(report)).toMatch(/ENOENT/);
  });

  it('exits in the middle of a check', async () => {
    const report = await run(hostile('exits-mid-check'));
    expect(report.end).toBe('done');
    const pings = report.checks.filter(({ id }) => id === 'ping');
    expect(pings.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail', 'fail']);
    expect(pings[0]?.reason).toContain('exited with code 7');
  });

  it('falls silent after the handshake', async () => {
    const report = await run(hostile('falls-silent'), { revisions: ['2025-11-25'] });
    const [ping] = report.checks.filter(({ id }) => id === 'ping');
    expect(ping).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('no answer in 500 ms') });
  });

  it('floods stderr while it works', async () => {
    const report = await run(hostile('flood-stderr'), { revisions: ['2025-11-25'] });
    expect(connection(report)).toMatch(/^pass/);
  });

  it('neither heeds the end of its input nor a signal', async () => {
    const report = await run(hostile('ignores-everything'), { revisions: ['2025-11-25'] });
    expect(report.counts.fail).toBe(0);
  });

  it('starts a process out of reach of the signals to its group', async () => {
    let stderr = '';
    const looks = {
      id: 'looks',
      title: 'Looks.',
      subject: 'stdio',
      spec: { page: 'a', anchor: '' },
      levels: legacy('INFO'),
      transports: EVERY_TRANSPORT,
      async run({ session }: Parameters<Extract<(typeof CHECKS)[number], { run: unknown }>['run']>[0]) {
        const handle = (await session()).process;
        stderr = handle?.stderr() ?? '';
        return info('looked');
      },
    } as const;
    const report = await run(hostile('forks-children'), { revisions: ['2025-11-25'], checks: [looks] });
    const leftover = report.checks.find(({ id }) => id === 'stdio-leaves-no-process');
    const child = Number(/child (\d+)/.exec(stderr)?.[1]);
    expect(leftover).toMatchObject({ verdict: 'info', reason: expect.stringContaining(`(${child})`) });
    await untilGone(child);
  });
});

describe('over HTTP, a server that', () => {
  const FLOOD = Buffer.alloc(65_536, 'x');

  it.each([
    ['never answers', (_: unknown, __: unknown) => {}, /no answer in/],
    [
      'redirects',
      (_: unknown, response: Response) => response.writeHead(307, { location: 'http://127.0.0.1:1/x' }).end(),
      /HTTP 307 .*http:\/\/127\.0\.0\.1:1\/x: give that URL/,
    ],
    [
      'answers with a page',
      (_: unknown, response: Response) =>
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
      /HTTP 502, text\/html/,
    ],
    [
      'sends events without end',
      (_: unknown, response: Response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        flood(response, 'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n'.repeat(50));
      },
      /HTTP 200 and more than|HTTP 200 is open/,
    ],
    [
      'answers a gigabyte',
      (_: unknown, response: Response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 30 });
        flood(response, FLOOD);
      },
      /HTTP 200 and more than \d+ bytes/,
    ],
    ['closes the connection', (_: unknown, response: Response) => response.destroy(), /broke off/],
  ] as const)('%s', async (_, script, cause) => {
    await using server = await HttpScript.start(script);
    const report = await run(streamableHttpServer({ url: server.url }), { totalMs: 30_000 });
    expect(report.end).toBe('unreachable');
    expect(connection(report)).toMatch(cause);
  });

  it('has a certificate that nobody trusts', async () => {
    await using server = await HttpScript.start((_, response) => response.end(), { tls: TEST_SERVER_TLS });
    const report = await run(streamableHttpServer({ url: server.url }));
    expect(connection(report)).toMatch(/^fail: TLS failed/);
  });

  it('is not there', async () => {
    const report = await run(streamableHttpServer({ url: 'http://127.0.0.1:1/mcp' }));
    expect(connection(report)).toMatch(/ECONNREFUSED/);
  });
});

describe('a run', () => {
  it('ends when its time is over, and says so', async () => {
    const report = await run(hostile('silent'), { startMs: 60_000, totalMs: 1000 });
    expect(report.end).toBe('budget');
    expect(connection(report)).toMatch(/^skip: the run was over/);
  });

  it('ends when it is interrupted', async () => {
    const report = await run(hostile('silent'), { startMs: 60_000, signal: AbortSignal.timeout(300) });
    expect(report.end).toBe('interrupted');
  });
});

type Response = import('node:http').ServerResponse;

function flood(response: Response, chunk: string | Uint8Array): void {
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', write);
  };
  write();
}
