// A plain McpServer of ours has no findings, over any carrier, in any revision.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckReport, runChecks } from '../../src/conformance/index.js';
import { REVISIONS } from '../../src/protocol/index.js';
import { McpServer, serveHttp } from '../../src/server/index.js';
import { stdioServer, streamableHttpServer } from '../../src/transport/index.js';
import { type BundledProgram, bundleProgram } from '../support/bundle-program.js';
import { RunningCommand } from '../support/run-command.js';
import { checkedServer } from './own/checked-server.js';
import { Pool } from './pool.js';

/** A correct server is never late: only the machine can be. */
const PATIENT = { requestMs: 20_000, checkMs: 90_000 };
const OPTIONS = { callReadonly: true, allowCalls: ['echo'], concurrency: 8, ...PATIENT };
const pool = new Pool(2);

const overHttp = (server: McpServer) => async (): Promise<CheckReport> => {
  const listener = await serveHttp(server);
  try {
    return await runChecks(streamableHttpServer({ url: listener.url }), OPTIONS);
  } finally {
    await listener.close();
  }
};

describe('our own server', () => {
  let program: BundledProgram;
  const reports = new Map<string, Promise<CheckReport>>();

  const cases: Record<string, () => Promise<CheckReport>> = {
    'with everything over stdio': () =>
      runChecks(stdioServer({ command: process.execPath, args: [program.path] }), OPTIONS),
    'with everything over HTTP': overHttp(checkedServer()),
    'with nothing over HTTP': overHttp(new McpServer({ name: 'empty', version: '1' }, { onLog: () => {} })),
    'of the modern era over HTTP': overHttp(
      new McpServer({ name: 'modern', version: '1' }, { revisions: ['2026-07-28'], onLog: () => {} }).tool({
        name: 'now',
        description: 'Tells the time',
        annotations: { readOnlyHint: true },
        run: () => 'noon',
      }),
    ),
  };

  beforeAll(async () => {
    program = await bundleProgram(join(import.meta.dirname, 'own', 'stdio-program.ts'), {
      withPackages: true,
    });
    for (const [name, run] of Object.entries(cases)) reports.set(name, pool.run(run));
  });

  afterAll(async () => {
    await Promise.allSettled(reports.values());
    await program[Symbol.asyncDispose]();
  }, 280_000);

  it.each(Object.keys(cases))('%s has neither fails nor warnings', { timeout: 280_000 }, async (name) => {
    const report = await reports.get(name);
    expect(report?.end).toBe('done');
    const findings = report?.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn') ?? [];
    expect(
      findings.map(({ id, revision, verdict, reason }) => `${verdict} ${id} ${revision}: ${reason}`),
    ).toEqual([]);
    const served = report?.revisions.filter((each) => each.served).map(({ revision }) => revision);
    expect(served).toEqual(name.startsWith('of the modern') ? ['2026-07-28'] : [...REVISIONS]);
    expect(report?.counts.pass).toBeGreaterThan(50);
  });
});

describe('our own server, through the command', () => {
  let server: BundledProgram;
  let command: BundledProgram;
  beforeAll(async () => {
    server = await bundleProgram(join(import.meta.dirname, 'own', 'stdio-program.ts'), {
      withPackages: true,
    });
    command = await bundleProgram(join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts'), {
      withPackages: true,
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await command[Symbol.asyncDispose]();
  });

  async function check(...target: readonly string[]) {
    const words = ['check', '--strict', '--call-readonly', '--format', 'json', ...target];
    const { code, stdout, stderr } = await new RunningCommand([command.path, ...words]).end();
    const report = JSON.parse(String(stdout)) as CheckReport;
    const served = report.revisions.filter((each) => each.served).map(({ revision }) => revision);
    return { code, stderr, served, fail: report.counts.fail, warn: report.counts.warn };
  }
  const spotless = { code: 0, stderr: '', served: [...REVISIONS], fail: 0, warn: 0 };

  it('is spotless over stdio', { timeout: 280_000 }, async () => {
    expect(await check('--', process.execPath, server.path)).toEqual(spotless);
  });

  it('is spotless over HTTP', { timeout: 280_000 }, async () => {
    const listener = await serveHttp(checkedServer());
    try {
      expect(await check(listener.url)).toEqual(spotless);
    } finally {
      await listener.close();
    }
  });
});
