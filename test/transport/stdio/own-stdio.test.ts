import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BundledProgram, bundleProgram } from '../../support/bundle-program.js';
import { ChildProgram } from '../../support/child-program.js';
import { fixturePath } from '../../support/odd-server.js';

describe('serveOwnStdio', () => {
  let program: BundledProgram;
  let server: ChildProgram | undefined;

  beforeAll(async () => {
    program = await bundleProgram(fixturePath('own-stdio-server.ts'));
  });

  afterAll(async () => {
    await program[Symbol.asyncDispose]();
  });

  afterEach(async () => {
    await server?.kill();
  });

  async function start(options: object = {}): Promise<ChildProgram> {
    server = new ChildProgram([program.path, JSON.stringify(options)]);
    await server.untilStderr('ready');
    return server;
  }

  const request = (id: number, method: string): object => ({ jsonrpc: '2.0', id, method });
  const answer = (id: number, text: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id, result: { text } });

  // requirement: stdio-server-stdout-pure
  it('answers, and keeps everything else off stdout', async () => {
    const child = await start();
    child.send(request(1, 'log'));
    child.send(request(2, 'echo'));
    await child.untilLines(2);
    expect(child.lines).toEqual([answer(1, 'logged'), answer(2, 'echoed')]);
    for (const source of ['console.log', 'console.info', 'console.debug', 'stdout.write']) {
      expect(child.stderr).toContain(`from ${source}\n`);
    }
  });

  it('handles requests side by side', async () => {
    const child = await start();
    child.send(request(1, 'held'));
    child.send(request(2, 'release'));
    await child.untilLines(2);
    expect(child.lines).toEqual([answer(2, 'releasing'), answer(1, 'released')]);
  });

  // requirement: stdio-server-exits-on-eof
  it('ends with code 0 when its input does, and gives stdout back', async () => {
    const child = await start();
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.stdout).toBe('stdout is free again\n');
  });

  it('ends before anything was said', async () => {
    server = new ChildProgram([program.path]);
    server.process.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('sends answers that are owed when its input ends', async () => {
    const child = await start();
    child.send(request(1, 'late'));
    child.send(request(2, 'big'));
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.lines).toContain(answer(1, 'late'));
    expect(child.lines).toContain(answer(2, 'x'.repeat(1_000_000)));
  });

  it('answers a last request that has no line end', async () => {
    const child = await start();
    child.process.stdin.end(JSON.stringify(request(1, 'echo')));
    await child.ended;
    expect(child.lines[0]).toBe(answer(1, 'echoed'));
  });

  it('does not wait for ever for an answer', async () => {
    const child = await start({ drainMs: 100 });
    child.send(request(1, 'never'));
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
  });

  it('ends although a forgotten timer keeps the loop alive', async () => {
    const child = await start({ timer: true, exitAfterMs: 100 });
    child.process.stdin.end();
    expect(await child.ended).toEqual({ code: 0, signal: null });
  });

  it('takes a client that vanished for a normal end', async () => {
    const child = await start({ exitAfterMs: 100 });
    child.send(request(1, 'held'));
    child.process.stdout.destroy();
    child.send(request(2, 'big'));
    child.send(request(3, 'release'));
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.stderr).not.toContain('Error');
  });

  it('ends by itself when it is closed from within', async () => {
    const child = await start({ exitAfterMs: false });
    child.send(request(1, 'close'));
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.lines).toEqual([answer(1, 'closing'), 'stdout is free again']);
  });

  it('refuses to serve twice', async () => {
    const child = await start();
    child.send(request(1, 'again'));
    await child.untilLines(1);
    expect(child.lines[0]).toContain('served already');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in order on %s when asked to', async (signal) => {
    const child = await start({ handleSignals: true, drainMs: 100 });
    child.send(request(1, 'echo'));
    await child.untilLines(1);
    child.process.kill(signal);
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.stderr).toContain('exit 0');
  });

  it('dies of SIGTERM otherwise', async () => {
    const child = await start();
    child.process.kill('SIGTERM');
    expect(await child.ended).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
