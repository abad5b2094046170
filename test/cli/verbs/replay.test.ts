import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-code.js';
import { encodeTraceLine, type TraceEntry, traceHeader } from '../../../src/protocol/index.js';
import type { BundledProgram } from '../../support/bundle-program.js';
import { bundleProgram } from '../../support/bundle-program.js';
import { probe } from '../../support/http-probe.js';
import { RunningCommand } from '../../support/run-command.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVER = join(ROOT, 'fixtures', 'raw-server.mjs');

let program: BundledProgram;
let folder: string;
/** A call of the tool echo, recorded by the command itself. */
let recorded: string;
beforeAll(async () => {
  program = await bundleProgram(join(ROOT, '..', 'src', 'cli', 'main.ts'), { withPackages: true });
  folder = mkdtempSync(join(tmpdir(), 'plainwire-replay-'));
  recorded = join(folder, 'recorded.jsonl');
  const server = [process.execPath, program.path, 'record', '-o', recorded, '--', process.execPath, SERVER];
  const { code, stderr } = await plainwire('call', 'echo', 'message=hi', '--', ...server).ended;
  expect([code, stderr]).toEqual([EXIT.ok, '']);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await program[Symbol.asyncDispose]();
});

const plainwire = (...words: readonly string[]) => new RunningCommand([program.path, ...words]);
const replay = (...words: readonly string[]) => plainwire('replay', ...words);
const server = (mode = 'good') => ['--', process.execPath, SERVER, mode];

function written(name: string, facts: object, entries: readonly Partial<TraceEntry>[]): string {
  const file = join(folder, name);
  const lines = entries.map(
    (entry) => ({ dir: 'client', transport: 'http', ms: 0, frame: '', ...entry }) as const,
  );
  const text = [traceHeader({ ...facts }), ...lines]
    .map((line) => encodeTraceLine(line as TraceEntry))
    .join('\n');
  writeFileSync(file, `${text}\n`);
  return file;
}

describe('plainwire replay against a server on stdio', () => {
  it('passes a server that does what was recorded', async () => {
    const { code, stdout } = await replay(recorded, ...server()).ended;
    expect(String(stdout)).toMatch(
      /^The server does what was recorded: (\d+) of \1 steps of the client played/,
    );
    expect(code).toBe(EXIT.ok);
  });

  it('tells what another does differently', async () => {
    const { code, stdout } = await replay(recorded, ...server('future')).ended;
    expect(code).toBe(EXIT.failed);
    expect(String(stdout)).toContain('differs at /result/protocolVersion');
    expect(String(stdout)).toMatch(/\n\d+ differences?: /);
  });

  it('ignores what it is told to', async () => {
    const ignored = ['--ignore', '/result/protocolVersion'];
    expect((await replay(recorded, ...ignored, ...server('future')).ended).code).toBe(EXIT.ok);
  });

  it('tells programs the same', async () => {
    const { code, stdout } = await replay(recorded, '--json', ...server('future')).ended;
    expect(code).toBe(EXIT.failed);
    expect(JSON.parse(String(stdout))).toMatchObject({
      isSame: false,
      as: 'client',
      differences: [{ kind: 'different', at: '/result/protocolVersion' }],
    });
  });

  it('does not wait for ever', async () => {
    const silent = ['--', process.execPath, '-e', 'process.stdin.resume()'];
    const { code, stdout } = await replay(recorded, '--timeout', '300ms', ...silent).ended;
    expect(code).toBe(EXIT.failed);
    expect(String(stdout)).toContain('did not come');
  });
});

describe('plainwire replay as a server on stdio', () => {
  const asServer = (...words: readonly string[]) => [
    'call',
    ...words,
    '--',
    process.execPath,
    program.path,
    'replay',
    recorded,
  ];

  it('serves the client that was recorded', async () => {
    const { code, stdout, stderr } = await plainwire(...asServer('echo', 'message=hi')).ended;
    expect([code, String(stdout), stderr]).toEqual([EXIT.ok, 'hi\n', '']);
  });

  it('says nothing but the recording on standard output, and the rest on standard error', async () => {
    const lines = readFileSync(recorded, 'utf8').trim().split('\n').slice(1);
    const frames = (dir: string) =>
      lines
        .map((line) => JSON.parse(line) as TraceEntry)
        .filter((entry) => entry.dir === dir && entry.frame !== '')
        .map(({ frame }) => `${frame}\n`)
        .join('');
    const { code, stdout, stderr } = await replay(recorded, '--as', 'server').end(frames('client'));
    expect([code, String(stdout)]).toEqual([EXIT.ok, frames('server')]);
    expect(stderr).toContain('The client does what was recorded');
  });

  it('tells what another client does differently', async () => {
    const frame = '{"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n';
    const { code, stdout, stderr } = await replay(recorded, '--timeout', '300ms').end(frame);
    expect(code).toBe(EXIT.failed);
    expect(JSON.parse(String(stdout))).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(stderr).toContain('not in the recording: request prompts/list');
  });
});

describe('plainwire replay over HTTP', () => {
  const asked = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  let live: Server;
  let url: string;
  let answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  let trace: string;
  beforeAll(async () => {
    live = createServer((incoming, response) => {
      incoming.resume();
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
    await new Promise<void>((resolve) => {
      live.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(live.address() as AddressInfo).port}/mcp`;
    const headers = { 'content-type': 'application/json' };
    trace = written('http.jsonl', { transport: 'http' }, [
      { frame: asked, http: { exchange: 1, method: 'POST', path: '/mcp', headers } },
      { dir: 'server', frame: answer, http: { exchange: 1, status: 200, headers } },
    ]);
  });
  afterAll(() => void live.close());

  it('plays the client', async () => {
    expect(await replay(trace, url).ended).toMatchObject({ code: EXIT.ok });
    answer = '{"jsonrpc":"2.0","id":1,"result":{"odd":true}}';
    const { code, stdout } = await replay(trace, '--as', 'client', url).ended;
    expect(code).toBe(EXIT.failed);
    expect(String(stdout)).toMatch(/line 3: .*response to ping.* \/result\/odd/);
  });

  it('plays the server to whoever connects', async () => {
    const command = replay(trace, '--as', 'server', '--listen', '0');
    const own = new URL(await command.untilSaid(/http:\S+(?=\n)/));
    expect(own.pathname).toBe('/mcp');
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await probe({ port: Number(own.port), body: asked, headers });
    expect([status, text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
    const { code, stdout } = await command.ended;
    expect([code, String(stdout)]).toEqual([EXIT.ok, expect.stringContaining('does what was recorded')]);
  });

  it('ends when it is told to, and says what is missing', async () => {
    const command = replay(trace);
    await command.untilSaid('plays the server at');
    command.process.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect([code, String(stdout)]).toEqual([
      EXIT.failed,
      expect.stringContaining('0 of 1 of the client matched'),
    ]);
  });
});

describe('plainwire replay refuses', () => {
  it('a recording of nothing, which anything would match', async () => {
    const { code, stderr } = await replay(written('nothing.jsonl', {}, []), ...server()).end();
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('nothing that could be replayed')]);
  });

  it.each([
    ['no recording', [], 'takes a recording'],
    ['a file that is not there', ['/nowhere/t.jsonl', ...server()], 'cannot be read'],
    ['a file that is none', [SERVER, ...server()], 'Line 1'],
    ['words', ['{t}', 'a', 'b'], 'takes a recording'],
    ['a word that is no URL', ['{t}', 'nonsense'], 'neither a URL'],
    ['a side that is none', ['{t}', '--as', 'both', ...server()], 'neither client nor server'],
    ['no server to play to', ['{t}', '--as', 'client'], 'Name the server to play to'],
    ['a server for a server', ['{t}', '--as', 'server', ...server()], 'name neither'],
    ['a URL for stdio', ['{t}', 'http://127.0.0.1:1/'], 'made over stdio'],
    ['an address as client', ['{t}', '--listen', '0', ...server()], '--as server'],
    ['an address on stdio', ['{t}', '--listen', '0'], 'over HTTP'],
    ['nothing to ignore', ['{t}', '--ignore', '', ...server()], 'empty'],
    ['flags of check', ['{t}', '--strict', ...server()], 'a flag of check'],
  ])('%s', async (_, words, message) => {
    const { code, stderr } = await replay(...words.map((word) => word.replace('{t}', recorded))).end();
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining(message)]);
  });
});
