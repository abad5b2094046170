import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-code.js';
import { decodeTrace } from '../../../src/protocol/index.js';
import type { BundledProgram } from '../../support/bundle-program.js';
import { bundleProgram } from '../../support/bundle-program.js';
import { probe } from '../../support/http-probe.js';
import { untilGone } from '../../support/processes.js';
import { RunningCommand } from '../../support/run-command.js';
import { untilStill } from '../../support/until-still.js';

let program: BundledProgram;
let folder: string;
beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'main.ts'));
  folder = mkdtempSync(join(tmpdir(), 'plainwire-record-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await program[Symbol.asyncDispose]();
});

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

const start = (...words: readonly string[]) => new RunningCommand([program.path, 'record', ...words]);
const read = (file: string) => decodeTrace(readFileSync(file, 'utf8'));
const node = (script: string) => ['--', process.execPath, '-e', script];

describe('plainwire record -- command', () => {
  it('passes every byte, and keeps what is no text as bytes', async () => {
    const file = newFile();
    const bytes = Buffer.concat([
      Buffer.from('{"a":1}\r\n\n'),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from('{"b":"\u2028ß"}\nno end'),
    ]);
    const { code, stdout } = await start('-o', file, '--', 'cat').end(bytes);
    expect(code).toBe(EXIT.ok);
    expect(stdout.equals(bytes)).toBe(true);
    const { entries, faults } = read(file);
    expect(faults).toEqual([]);
    const frames = (dir: string) =>
      entries.filter((entry) => entry.dir === dir && entry.end !== true).map(({ frame }) => frame);
    expect(frames('client')).toEqual(['{"a":1}', '//4A', '{"b":"\u2028ß"}', 'no end']);
    expect(frames('server')).toEqual(frames('client'));
  });

  it.each([
    ['an exit code', 'process.exitCode = 7', { code: 7, signal: null }],
    ['a signal', 'process.kill(process.pid, "SIGTERM")', { code: null, signal: 'SIGTERM' }],
    [
      'a signal that cannot be caught',
      'process.kill(process.pid, "SIGKILL")',
      { code: null, signal: 'SIGKILL' },
    ],
  ] as const)('ends as the server did: %s', async (_, script, end) => {
    const file = newFile();
    expect(await start('-o', file, ...node(script)).ended).toMatchObject(end);
    expect(read(file).entries.at(-1)).toMatchObject({ dir: 'server', end: true, exit: end });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const)('passes %s on, and waits', async (signal) => {
    const script = `process.on('${signal}', () => { console.log('caught'); process.exit(9); });
      setInterval(() => {}, 1000); console.log('ready');`;
    const command = start('-o', newFile(), ...node(script));
    await command.untilSaid('ready');
    command.process.kill(signal);
    const { code, stdout } = await command.ended;
    expect([code, String(stdout)]).toEqual([9, 'ready\ncaught\n']);
  });

  it('does not leave the server behind when it is killed', async () => {
    const script = 'setInterval(() => {}, 1000); console.log(process.pid)';
    const command = start('-o', newFile(), ...node(script));
    const pid = Number(await command.untilSaid(/\d+\n/));
    command.process.kill('SIGKILL');
    await untilGone(pid);
    await command.ended;
  });

  it('hides secrets in the file, which only its owner can read, and nowhere else', async () => {
    const file = newFile();
    const line = '{"params":{"apiKey":"very-secret-value","n":1}}\n';
    const { stdout } = await start('-o', file, '--', 'cat').end(line);
    expect(String(stdout)).toBe(line);
    expect(readFileSync(file, 'utf8')).not.toContain('very-secret');
    expect(readFileSync(file, 'utf8')).toContain('[redacted]');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('gives the variables of its own environment and of --env, and passes stderr', async () => {
    const script = 'console.error(process.env.ONE, typeof process.env.PATH)';
    const { stderr } = await start('-o', newFile(), '--env', 'ONE=1', ...node(script)).end();
    expect(stderr).toBe('1 string\n');
  });

  it('has the server wait for a client that does not read, and loses nothing', async () => {
    const size = 16 << 20;
    const script = `let left = ${size}; const more = () => { if (left > 0) { left -= 65536;
      process.stdout.write(Buffer.alloc(65536, 120), () => { process.stderr.write('.'); more(); }); } }; more();`;
    const command = start('-o', newFile(), ...node(script));
    command.process.stdout?.pause();
    await untilStill('what the server could write', () => command.stderr.length);
    expect(command.stderr.length * 65_536).toBeLessThan(size / 2);
    command.process.stdout?.resume();
    const { code, stdout } = await command.ended;
    expect([code, stdout.length]).toEqual([0, size]);
  });

  it('has the client wait for a server that does not read', async () => {
    const command = start('-o', newFile(), ...node('setInterval(() => {}, 1000)'));
    let taken = 0;
    const more = (): void => {
      command.process.stdin?.write(Buffer.alloc(65_536, 120), (error) => {
        if (error !== null && error !== undefined) return;
        taken += 65_536;
        more();
      });
    };
    more();
    await untilStill('what was taken from the client', () => taken);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(4 << 20);
    command.process.kill('SIGTERM');
    expect(await command.ended).toMatchObject({ signal: 'SIGTERM' });
  });

  it('shows the client that the server has closed its output, although it lives on', async () => {
    const script = `require('node:fs').closeSync(1); process.stdin.on('end', () => process.exit(4)).resume();`;
    const command = start('-o', newFile(), ...node(script));
    await new Promise((resolve) => command.process.stdout?.once('end', resolve));
    expect(await command.end()).toMatchObject({ code: 4 });
  });
});

describe('plainwire record <url>', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((incoming, response) => {
      response.setHeader('content-type', 'application/json');
      incoming.pipe(response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  afterAll(() => void server.close());

  it.each(['SIGINT', 'SIGTERM'] as const)('stands before a server until %s', async (signal) => {
    const file = newFile();
    const command = start('-o', file, '--listen', '0', url);
    const own = new URL((await command.untilSaid(/http:\S+\n/)).trim());
    expect([own.hostname, own.pathname]).toEqual(['127.0.0.1', '/mcp']);
    expect(own.href).not.toBe(url);
    const body = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"password":"very-secret"}}';
    expect((await probe({ port: Number(own.port), body })).text).toBe(body);
    command.process.kill(signal);
    expect(await command.ended).toMatchObject({ code: EXIT.ok, stderr: expect.stringContaining('Ctrl-C') });
    expect(read(file).entries).toMatchObject([
      { dir: 'client', http: { exchange: 1, method: 'POST', path: '/mcp' } },
      { dir: 'server', http: { exchange: 1, status: 200 } },
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('very-secret');
  });

  it('tells programs where it is', async () => {
    const file = newFile();
    const command = start('-o', file, '--json', '--listen', 'localhost:0', url);
    const said = JSON.parse(await command.untilSaid(/\{[\s\S]*\}\n/)) as { url: string; file: string };
    expect(said).toEqual({ url: expect.stringMatching(/^http:\/\/localhost:\d+\/mcp$/), file });
    command.process.kill('SIGINT');
    await command.ended;
  });
});

describe('plainwire record refuses', () => {
  const cat = ['--', 'cat'];
  it.each([
    ['no file', cat, EXIT.usage, 'one file'],
    ['two files', ['-o', 'a', '-o', 'b', ...cat], EXIT.usage, 'one file'],
    ['no server', ['-o', 'a'], EXIT.usage, 'Name the server'],
    ['words', ['-o', 'a', 'word', ...cat], EXIT.usage, 'Name the server'],
    ['headers', ['-o', 'a', '--header', 'A: b', 'http://x/'], EXIT.usage, 'give --header to the client'],
    ['an address on stdio', ['-o', 'a', '--listen', '0', ...cat], EXIT.usage, '--listen is for servers'],
    ['a port that is none', ['-o', 'a', '--listen', '99999', 'http://x/'], EXIT.usage, 'not a port'],
    ['a WebSocket', ['-o', '/dev/null', 'ws://x/'], EXIT.usage, 'http: or https:'],
    ['flags of check', ['-o', 'a', '--only', 'x', ...cat], EXIT.usage, 'a flag of check'],
    ['a file that cannot be', ['-o', '/nowhere/a', ...cat], EXIT.usage, 'could not be written'],
    [
      'a program that is none',
      ['-o', '/dev/null', '--', '/no/such/program'],
      EXIT.connect,
      'no/such/program',
    ],
  ] as const)('%s', async (_, words, code, message) => {
    const { stdout, ...end } = await start(...words).end();
    expect(end).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(stdout).toHaveLength(0);
  });
});
