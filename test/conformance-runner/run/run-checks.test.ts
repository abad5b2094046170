import { describe, expect, it } from 'vitest';
import {
  type ActiveCheck,
  breach,
  type CheckContext,
  type CheckResult,
  type CheckRunOptions,
  type CheckTarget,
  EVERY_TRANSPORT,
  info,
  type Judgement,
  levels,
  type PassiveCheck,
  pass,
  runChecks,
} from '../../../src/conformance/index.js';
import type { Revision } from '../../../src/protocol/index.js';
import { sseServer, stdioServer, streamableHttpServer } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { answerJson, HttpScript } from '../../support/http-script.js';
import { fixturePath } from '../../support/odd-server.js';

const NEWEST: readonly Revision[] = ['2025-11-25'];
const process_ = (mode: string, word = '') =>
  stdioServer({
    command: process.execPath,
    args: [fixturePath('hostile-server.mjs'), mode, word],
    graceMs: 300,
  });

function check(
  id: string,
  run: (context: CheckContext) => Promise<Judgement>,
  more: Partial<ActiveCheck> = {},
): ActiveCheck {
  return {
    id,
    title: `${id}.`,
    subject: 'json-rpc',
    spec: { page: 'basic', anchor: '' },
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    run,
    ...more,
  };
}

/** Sends one request with this method; it is right to answer it in any way. */
const asks = (id: string, method: string, more: Partial<ActiveCheck> = {}): ActiveCheck =>
  check(
    id,
    async ({ session }) => {
      const reply = await (await session()).request(method);
      return reply.kind === 'ended' ? breach('the server died', reply) : pass();
    },
    more,
  );

async function resultsOf(target: CheckTarget, options: CheckRunOptions): Promise<readonly CheckResult[]> {
  const { checks } = await runChecks(target, { revisions: NEWEST, requestMs: 2000, ...options });
  return checks.filter(({ subject }) => subject === 'json-rpc');
}

const verdicts = (results: readonly CheckResult[]) =>
  Object.fromEntries(results.map((one) => [one.id, one.verdict]));

/** A legacy server over HTTP without sessions. `on` answers what it wants to. */
function legacyHttp(on: (method: string) => unknown = () => undefined): Promise<HttpScript> {
  return HttpScript.start(({ json }, response) => {
    if (json?.id === undefined) return void response.writeHead(json === undefined ? 405 : 202).end();
    const method = json.method ?? '';
    const results: Record<string, unknown> = {
      ping: {},
      initialize: {
        protocolVersion: json.params?.['protocolVersion'],
        capabilities: {},
        serverInfo: { name: 'scripted', version: '1' },
      },
    };
    const result = on(method) ?? results[method];
    const outcome = result === undefined ? { error: { code: -32601, message: 'no' } } : { result };
    answerJson(response, { jsonrpc: '2.0', id: json.id, ...outcome });
  });
}

describe('blame', () => {
  it('falls on the one check that brings the server down, also among others', async () => {
    const destructive = { isDestructive: true } as const;
    const checks = [
      asks('first', 'a', destructive),
      asks('killer', 'die', destructive),
      asks('last', 'b', destructive),
    ];
    const results = await resultsOf(process_('dies-of', 'die'), { checks });
    expect(verdicts(results)).toEqual({ first: 'pass', killer: 'fail', last: 'pass' });
  });

  it('is taken off a check that only found what another left behind', async () => {
    const destructive = { isDestructive: true } as const;
    const checks = [asks('poison', 'a', destructive), asks('victim', 'b', destructive)];
    const results = await resultsOf(process_('dies-after', 'a'), { checks });
    expect(verdicts(results)['victim']).toBe('pass');
  });

  it('is taken off a check whose session still answers, but not as it did', async () => {
    const spoils = asks('spoiler', 'a');
    const needsPing = check('victim', async ({ session }) => {
      const reply = await (await session()).request('ping');
      return reply.kind === 'result' ? pass() : breach('refused', reply);
    });
    const results = await resultsOf(process_('spoiled-by', 'a'), { checks: [spoils, needsPing] });
    expect(verdicts(results)).toEqual({ spoiler: 'pass', victim: 'pass' });
  });

  it('works in the same way for checks that should do no harm', async () => {
    const checks = [asks('first', 'a'), asks('killer', 'die'), asks('last', 'b')];
    const results = await resultsOf(process_('dies-of', 'die'), { checks });
    expect(verdicts(results)).toEqual({ first: 'pass', killer: 'fail', last: 'pass' });
  });

  it('names the check after which a server over HTTP is gone', async () => {
    let isDown = false;
    await using server = await HttpScript.start(({ json }, response) => {
      isDown ||= json?.method === 'die';
      if (isDown) return void response.destroy();
      const result = {
        protocolVersion: json?.params?.['protocolVersion'],
        capabilities: {},
        serverInfo: { name: 'a', version: '1' },
      };
      if (json?.id === undefined) return void response.writeHead(202).end();
      answerJson(response, { jsonrpc: '2.0', id: json.id, result });
    });
    const checks = [
      asks('killer', 'die', { isDestructive: true, levels: levels('INFO') }),
      asks('late', 'a', { isDestructive: true }),
      asks('early', 'a'),
    ];
    const results = await resultsOf(streamableHttpServer({ url: server.url }), { checks, startMs: 2000 });
    expect(verdicts(results)).toEqual({ killer: 'fail', late: 'skip', early: 'pass' });
    expect(results.find(({ id }) => id === 'killer')?.reason).toContain('cannot be reached any more');
  });
});

describe('order', () => {
  it('what may bring a server down comes after the rest on HTTP, and unknown tools after everything', async () => {
    const order: string[] = [];
    const notes = (id: string, more: Partial<ActiveCheck>) =>
      check(
        id,
        async () => {
          order.push(id);
          return pass();
        },
        more,
      );
    await using server = await legacyHttp();
    const checks = [
      notes('unknown-tool', { callsTools: 'unknown' }),
      notes('listed-tool', { callsTools: 'listed' }),
      notes('destructive', { isDestructive: true }),
      notes('ordinary', {}),
      notes('own', { usesOwnSessions: true }),
    ];
    await resultsOf(streamableHttpServer({ url: server.url }), { checks, callReadonly: true });
    expect(order.slice(0, 2).sort()).toEqual(['ordinary', 'own']);
    expect(order.slice(2)).toEqual(['destructive', 'listed-tool', 'unknown-tool']);
  });

  it('the report is in the order of the checks, whichever ended first', async () => {
    const gate = new Gate();
    const checks = [
      check('slow', async () => {
        await gate.promise;
        return pass();
      }),
      check(
        'fast',
        async () => {
          gate.open();
          return pass();
        },
        { usesOwnSessions: true },
      ),
    ];
    const results = await resultsOf(process_('dies-of'), { checks });
    expect(results.map(({ id }) => id)).toEqual(['slow', 'fast']);
  });
});

describe('a check', () => {
  const judged = async (
    run: (context: CheckContext) => Promise<Judgement>,
    options: CheckRunOptions = {},
  ) => {
    const [result] = await resultsOf(process_('dies-of'), { checks: [check('a', run)], ...options });
    return result;
  };

  it.each([
    ['MUST', 'fail'],
    ['SHOULD', 'warn'],
    ['INFO', 'info'],
  ] as const)('whose %s is broken gets the verdict %s', async (level, verdict) => {
    const checks = [check('a', async () => breach('broken'), { levels: levels(level) })];
    const [result] = await resultsOf(process_('dies-of'), { checks });
    expect(result).toMatchObject({ verdict, level, reason: 'broken' });
  });

  it('that never ends is cut off', async () => {
    const never = () => new Promise<never>(() => {});
    expect(await judged(never, { checkMs: 100 })).toMatchObject({
      verdict: 'skip',
      skipped: 'could-not-test',
      reason: 'the check did not come to its end within 100 ms',
    });
  });

  it('that is cut off judges nothing by what its waits gave then', async () => {
    const waits = async ({ session }: CheckContext) => {
      const reply = await (await session()).next(() => false, { timeoutMs: 60_000 });
      return breach(String(reply));
    };
    expect(await judged(waits, { checkMs: 100 })).toMatchObject({ verdict: 'skip' });
  });

  it('that throws has not judged the server', async () => {
    const throws = async () => {
      throw new TypeError('a bug');
    };
    expect(await judged(throws)).toMatchObject({ verdict: 'skip', reason: 'the check itself failed: a bug' });
  });

  it('shows its last exchange when it names no evidence', async () => {
    const result = await judged(async ({ session }) => {
      await (await session()).request('first');
      await (await session()).request('second', { apiKey: 'hush' });
      return breach('no');
    });
    expect(result?.evidence).toMatchObject([
      { direction: 'sent', text: expect.stringContaining('"second"') },
      { direction: 'received', text: expect.stringContaining('-32601') },
    ]);
    expect(JSON.stringify(result)).not.toContain('hush');
  });

  it('gets a session of its own when it asks for one, in the form it asks for', async () => {
    const result = await judged(async ({ fresh }) => {
      const full = await fresh();
      const raw = await fresh({ handshake: 'none' });
      const other = await raw.request('initialize', { protocolVersion: '2024-11-05' });
      const said = other.kind === 'result' ? other.result['protocolVersion'] : other.kind;
      return info(
        `${full.handshake?.['protocolVersion']} ${raw.handshake} ${said} ${full.name !== raw.name}`,
      );
    });
    expect(result?.reason).toBe('2025-11-25 undefined 2024-11-05 true');
  });

  it('that looks sees what the others caused', async () => {
    const looks: PassiveCheck = {
      id: 'looks',
      title: 'Looks.',
      subject: 'json-rpc',
      spec: { page: 'basic', anchor: '' },
      levels: levels('INFO'),
      transports: EVERY_TRANSPORT,
      judge: ({ records, revision, isRecording }) => {
        const caused = records.filter((record) => record.check === 'asks').map(({ direction }) => direction);
        return info(`${revision} ${isRecording} ${caused.join(' ')}`);
      },
    };
    const results = await resultsOf(process_('dies-of'), { checks: [looks, asks('asks', 'x')] });
    expect(results.find(({ id }) => id === 'looks')?.reason).toBe('2025-11-25 false sent received');
  });
});

describe('what is served', () => {
  it('is found out by trying', async () => {
    await using server = await legacyHttp((method) =>
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'one', version: '1' } }
        : undefined,
    );
    const report = await runChecks(streamableHttpServer({ url: server.url }), {
      checks: [asks('a', 'ping')],
    });
    expect(report.revisions.map(({ revision, served, reason }) => [revision, served, reason])).toEqual([
      ['2024-11-05', false, 'initialize offered "2025-06-18" instead'],
      ['2025-03-26', false, 'initialize offered "2025-06-18" instead'],
      ['2025-06-18', true, 'initialize agreed on it'],
      ['2025-11-25', false, 'initialize offered "2025-06-18" instead'],
      ['2026-07-28', false, 'server/discover got error -32601 (no)'],
    ]);
    expect(report.server).toEqual({ name: 'one', version: '1' });
  });

  it('is known to every check, also of the revisions that are not wanted', async () => {
    const tells = check(
      'tells',
      async ({ server, revision }) => info(`${revision} of ${[...server.served].sort().join(' ')}`),
      { oncePerEra: true },
    );
    await using server = await legacyHttp();
    const report = await runChecks(streamableHttpServer({ url: server.url }), {
      checks: [tells],
      revisions: ['2025-03-26', '2025-06-18'],
    });
    expect(report.revisions.map(({ revision }) => revision)).toEqual(['2025-03-26', '2025-06-18']);
    const told = report.checks.filter(({ id }) => id === 'tells').map(({ reason }) => reason);
    // Once an era: in the newest that is wanted.
    expect(told).toEqual(['2025-06-18 of 2024-11-05 2025-03-26 2025-06-18 2025-11-25']);
  });

  it('has its own numbers, and tells what did not apply', async () => {
    const checks = [
      asks('everywhere', 'ping'),
      asks('new-only', 'ping', { levels: levels('MUST', '2025-11-25') }),
      asks('stdio-only', 'ping', { transports: ['stdio'] }),
      asks('absent', 'ping', { needs: 'tools' }),
    ];
    await using server = await legacyHttp();
    const report = await runChecks(streamableHttpServer({ url: server.url }), {
      checks,
      revisions: ['2025-06-18', '2025-11-25'],
    });
    const [older, newer] = report.revisions;
    expect(older).toMatchObject({ counts: { pass: 1, skip: 1, tested: 1, total: 2 }, notApplicable: 2 });
    // The newest also has the verdict on the connection.
    expect(newer).toMatchObject({ counts: { pass: 3, skip: 1, tested: 3, total: 4 }, notApplicable: 1 });
  });

  it('is spoken over HTTP+SSE when the URL turns out to be such', async () => {
    const streams: import('node:http').ServerResponse[] = [];
    await using server = await HttpScript.start(({ method, url, json }, response) => {
      if (method === 'GET' && url === '/mcp') {
        const number = streams.push(response) - 1;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.write(`event: endpoint\ndata: /messages/${number}\n\n`);
      }
      const stream = streams[Number(/^\/messages\/(\d+)$/.exec(url ?? '')?.[1])];
      if (stream === undefined) return void response.writeHead(405).end();
      response.writeHead(202).end();
      if (json?.id === undefined) return;
      const result = {
        protocolVersion: json.params?.['protocolVersion'],
        capabilities: {},
        serverInfo: { name: 'sse', version: '1' },
      };
      const body = json.method === 'ping' ? {} : result;
      stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: json.id, result: body })}\n\n`);
    });
    for (const target of [streamableHttpServer({ url: server.url }), sseServer({ url: server.url })]) {
      const report = await runChecks(target, { revisions: ['2024-11-05'], checks: [asks('a', 'ping')] });
      expect(report).toMatchObject({ target: { transport: 'sse' }, counts: { pass: 2, fail: 0 } });
    }
  });
});

describe('a server on another machine', () => {
  it('gets nothing malformed without being allowed to', async () => {
    // The name is not one of this machine, whatever it resolves to: a proxy takes the request.
    await using proxy = await legacyHttp();
    const target = streamableHttpServer({ url: 'http://mcp.example/mcp', proxy: proxy.origin });
    const checks = [asks('malformed', 'x'), asks('well-formed', 'ping', { isWellFormed: true })];
    const careful = await resultsOf(target, { checks });
    expect(careful).toMatchObject([
      { id: 'malformed', verdict: 'skip', skipped: 'not-permitted' },
      { id: 'well-formed', verdict: 'pass' },
    ]);
    expect(proxy.of('x')).toEqual([]);
    expect(verdicts(await resultsOf(target, { checks, remote: true }))).toMatchObject({ malformed: 'pass' });
  });
});

describe('a server that demands credentials', () => {
  const guarded = () =>
    HttpScript.start(({ headers, json }, response) => {
      if (headers.authorization !== 'Bearer right') {
        return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      }
      if (json?.id === undefined) return void response.writeHead(202).end();
      const result = {
        protocolVersion: json.params?.['protocolVersion'],
        capabilities: {},
        serverInfo: { name: 'guarded', version: '1' },
      };
      answerJson(response, { jsonrpc: '2.0', id: json.id, result });
    });
  const tellsAccess = check('access', async ({ server }) => info(server.access), { runsUnauthorized: true });
  const ordinary = asks('ordinary', 'x');

  it('is held only to what it does without them', async () => {
    await using server = await guarded();
    const report = await runChecks(streamableHttpServer({ url: server.url }), {
      checks: [tellsAccess, ordinary],
    });
    expect(report.end).toBe('done');
    expect(report.checks.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
      ['connection-opens', 'info', expect.stringContaining('demands credentials')],
      ['access', 'info', 'protected'],
      ['ordinary', 'skip', expect.stringContaining('--header')],
    ]);
  });

  it('is held to everything with them, and they stay secret', async () => {
    await using server = await guarded();
    const target = streamableHttpServer({ url: server.url, headers: { Authorization: 'Bearer right' } });
    const report = await runChecks(target, { revisions: NEWEST, checks: [tellsAccess, ordinary] });
    expect(verdicts(report.checks)).toMatchObject({ access: 'info', ordinary: 'pass' });
    expect(report.checks.find(({ id }) => id === 'access')?.reason).toBe('authorized');
    expect(JSON.stringify(report)).not.toContain('Bearer right');
  });
});

it('tells how far it is', async () => {
  const told: string[] = [];
  await resultsOf(process_('dies-of'), {
    checks: [asks('a', 'ping')],
    onProgress: (progress) =>
      told.push(progress.kind === 'probed' ? `speaks ${progress.served}` : progress.result.id),
  });
  expect(told.map((line) => line.replace(/^speaks .*/, 'speaks'))).toEqual([
    'connection-opens',
    'speaks',
    'a',
    'stdio-leaves-no-process',
  ]);
});
