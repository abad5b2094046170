// Codex with the tools of a registry: what it is offered, what it runs, and what its shell gets to see.
import { describe, expect, it } from 'vitest';
import { codexArgs, codexEnv } from '../../../src/adapters/index.js';
import type { ServedRegistry } from '../../../src/server/index.js';
import { BUSY_MS, waitFor } from '../../support/wait-for.js';
import type { AgentRun } from './agent-run.js';
import { startCodex } from './codex.js';
import type { Turn } from './model-stand-in.js';
import { expectNoTokens, serveSlices, serveSlicesStdio, tokenOf } from './served.js';
import { CLOSE_SLICE, DEPLOY } from './slice-tools.js';
import { Workplace } from './workplace.js';

const CLOSE: readonly Turn[] = [{ use: CLOSE_SLICE, input: { id: 's-1' } }];
const PRINT_ENV: Turn = { use: 'exec_command', input: { cmd: 'env' } };
const OURS = /^mcp__/;
/** Longer than Codex waits for a server that is not required. */
const SLOW_START_MS = 3_000;

const told = (engine: ServedRegistry) => ({ args: codexArgs([engine]), env: codexEnv([engine]) });
const offered = (run: AgentRun) => run.model.requests[0]?.tools.filter((name) => OURS.test(name));

describe.concurrent('Codex with a registry', () => {
  it.each([
    ['2025-06-18', []],
    ['2026-07-28', ['--enable', 'mcp_2026_07_28']],
  ])('runs a tool in this process, and repairs a bad call, over %s', async (revision, flags) => {
    await using place = await Workplace.create();
    const revisions: string[] = [];
    await using engine = await serveSlices(place, revisions);
    const turns: Turn[] = [{ use: CLOSE_SLICE, input: { slice: 's-1' } }, ...CLOSE, { say: 'It is closed.' }];
    const { args, env } = told(engine);
    await using run = await startCodex({ place, turns, args: [...flags, ...args], env });
    await run.finish();
    expect(place.files).toEqual(['closed-s-1']);
    expect(place.textOf('closed-s-1')).toBe(String(process.pid));
    expect(engine.callsSeen).toBe(2);
    expect(revisions).toEqual([revision]);
    expect(run.model.results).toEqual([
      expect.stringContaining("tool 'close_slice' call rejected: unexpected argument(s) ['slice']"),
      expect.stringMatching(/closed s-1$/),
    ]);
    expect(run.process.stdout).toContain('It is closed.');
  });

  it('does not run a tool that requires approval', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const turns: Turn[] = [{ use: DEPLOY, input: { id: 's-1' } }, ...CLOSE];
    await using run = await startCodex({ place, turns, ...told(engine) });
    await run.finish();
    expect(offered(run)).toEqual([CLOSE_SLICE, DEPLOY]);
    expect(place.files).toEqual(['closed-s-1']);
    expect(engine.callsSeen).toBe(1);
    expect(run.model.results[0]).toContain('requires approval');
  });

  it('is not offered a tool that requires approval when those are hidden, and cannot run it in any sandbox', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const turns: Turn[] = [{ use: DEPLOY, input: { id: 's-1' } }];
    const args = codexArgs([engine], { unapproved: 'hide' });
    const env = codexEnv([engine]);
    await using run = await startCodex({ place, turns, args, env, sandbox: 'danger-full-access' });
    await run.finish();
    expect(offered(run)).toEqual([CLOSE_SLICE]);
    expect(engine.callsSeen).toBe(0);
    expect(place.files).toEqual([]);
  });

  it('does not start with a wrong token', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const { args, env } = told(engine);
    const wrong = Object.fromEntries(Object.keys(env).map((name) => [name, 'A'.repeat(43)]));
    await using run = await startCodex({ place, turns: CLOSE, args, env: wrong });
    expect((await run.ended).code).toBe(1);
    expect(run.process.stdout + run.process.stderr).toMatch(/engine/);
    expect(engine.callsSeen).toBe(0);
    expect(run.model.requests).toEqual([]);
    expect(place.files).toEqual([]);
  });

  it('starts the command of a stdio registry, which runs the tool in its own process', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlicesStdio(place);
    await using run = await startCodex({ place, turns: CLOSE, ...told(engine) });
    await run.finish();
    expect(place.files).toEqual(['closed-s-1']);
    expect(place.textOf('closed-s-1')).toMatch(/^\d+$/);
    expect(place.textOf('closed-s-1')).not.toBe(String(process.pid));
    expect(engine.callsSeen).toBe(0);
  });

  it('offers the tools from the first turn, also of a server that is slow to start', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlicesStdio(place, SLOW_START_MS);
    const { args, env } = told(engine);
    // However busy the machine is: it ends with an error after 10 s by default.
    const patient = [...args, '-c', 'mcp_servers.engine.startup_timeout_sec=60'];
    await using run = await startCodex({ place, turns: CLOSE, args: patient, env });
    await run.finish();
    expect(offered(run)).toEqual([CLOSE_SLICE]);
    expect(place.files).toEqual(['closed-s-1']);
  });

  it('would leave a slow server out in silence, were it not required', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlicesStdio(place, 60_000);
    const { args, env } = told(engine);
    const lenient = args.map((arg) => arg.replace('.required=true', '.required=false'));
    expect(lenient).not.toEqual(args);
    await using run = await startCodex({ place, turns: [], args: lenient, env });
    await run.finish();
    expect(offered(run)).toEqual([]);
  });

  it('shows no credential, and takes what is appended for the prompt', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const prompt = 'Close s-1, please.';
    const turns: Turn[] = [{ use: 'exec_command', input: { cmd: 'sleep 1' } }];
    await using run = await startCodex({ place, turns, ...told(engine), prompt });
    await waitFor('the model is asked', () => run.model.requests.length > 0, BUSY_MS);
    const words = run.process.visibleArgs;
    expect(words.at(-1)).toBe(prompt);
    expectNoTokens(words, [engine]);
    await run.finish();
    expect(run.model.prompts).toContain(prompt);
  });

  it('keeps the token from the shell of the model', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const { args, env } = told(engine);
    const turns = [PRINT_ENV, ...CLOSE];
    await using run = await startCodex({ place, turns, args, env: { ...env, SEEN: 'by the shell' } });
    await run.finish();
    expect(run.model.results[0]).toContain('SEEN=by the shell');
    expect(run.model.results[0]).not.toContain(tokenOf(engine));
    expect(place.files).toEqual(['closed-s-1']);
  });

  it('would not, were the variables not excluded', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const { args, env } = told(engine);
    const at = args.findIndex((arg) => arg.startsWith('shell_environment_policy.exclude='));
    expect(at).toBeGreaterThan(0);
    await using run = await startCodex({ place, turns: [PRINT_ENV], args: args.toSpliced(at - 1, 2), env });
    await run.finish();
    expect(run.model.results[0]).toContain(tokenOf(engine));
  });
});
