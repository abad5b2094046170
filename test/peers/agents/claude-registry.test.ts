// Claude Code with the tools of a registry: what it is offered, what it runs, and where.
import { describe, expect, it } from 'vitest';
import { claudeArgs } from '../../../src/adapters/index.js';
import { CLAUDE_BINARIES } from './binaries.js';
import { deniedTools, loadedServers, startClaude } from './claude.js';
import type { Turn } from './model-stand-in.js';
import { editConfig, guessToken, serveSlices, serveSlicesStdio } from './served.js';
import { CLOSE_SLICE, DEPLOY } from './slice-tools.js';
import { Workplace } from './workplace.js';

const OURS = /^mcp__/;
const CLOSE: readonly Turn[] = [{ use: CLOSE_SLICE, input: { id: 's-1' } }];
const SLOW_START_MS = 1_000;
/** Never, as far as a run goes. */
const TOO_SLOW_START_MS = 60_000;

describe.concurrent.each(CLAUDE_BINARIES)('Claude Code $version with a registry', (binary) => {
  it('runs a tool in this process, and repairs a bad call', async () => {
    await using place = await Workplace.create();
    const revisions: string[] = [];
    await using engine = await serveSlices(place, revisions);
    const turns: Turn[] = [{ use: CLOSE_SLICE, input: { slice: 's-1' } }, ...CLOSE, { say: 'It is closed.' }];
    await using run = await startClaude(binary, { place, turns, args: claudeArgs([engine]) });
    await run.finish();
    expect(place.files).toEqual(['closed-s-1']);
    expect(place.textOf('closed-s-1')).toBe(String(process.pid));
    expect(engine.callsSeen).toBe(2);
    expect(revisions).toEqual([binary.revision]);
    expect(run.model.results).toEqual([
      "tool 'close_slice' call rejected: unexpected argument(s) ['slice']; missing required argument(s) ['id']. " +
        "Accepted arguments: ['id']",
      'closed s-1',
    ]);
    expect(run.event({ type: 'result' })).toMatchObject({ is_error: false, result: 'It is closed.' });
  });

  it('does not run a tool that requires approval when nobody can be asked', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const turns: Turn[] = [{ use: DEPLOY, input: { id: 's-1' } }];
    await using run = await startClaude(binary, { place, turns, args: claudeArgs([engine]) });
    await run.finish();
    expect(place.files).toEqual([]);
    expect(engine.callsSeen).toBe(0);
    expect(deniedTools(run)).toEqual([DEPLOY]);
  });

  it('does not get in with a wrong token', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    await editConfig(engine.configPath, guessToken);
    await using run = await startClaude(binary, { place, turns: CLOSE, args: claudeArgs([engine]) });
    await run.finish();
    expect(loadedServers(run)['engine']).not.toBe('connected');
    expect(engine.callsSeen).toBe(0);
    expect(place.files).toEqual([]);
    expect(run.model.results).toEqual([expect.stringContaining('No such tool available')]);
  });

  it('starts the command of a stdio registry, which runs the tool in its own process', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlicesStdio(place);
    await using run = await startClaude(binary, { place, turns: CLOSE, args: claudeArgs([engine]) });
    await run.finish();
    expect(place.files).toEqual(['closed-s-1']);
    expect(place.textOf('closed-s-1')).toMatch(/^\d+$/);
    expect(place.textOf('closed-s-1')).not.toBe(String(process.pid));
    expect(engine.callsSeen).toBe(0);
    expect(run.model.results).toEqual(['closed s-1']);
  });

  it('offers the tools from the first turn, also of a server that is slow to start', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlicesStdio(place, SLOW_START_MS);
    await using run = await startClaude(binary, { place, turns: CLOSE, args: claudeArgs([engine]) });
    await run.finish();
    expect(run.model.requests[0]?.tools.filter((name) => OURS.test(name))).toEqual([CLOSE_SLICE]);
    expect(place.files).toEqual(['closed-s-1']);
  });

  it('would not without `alwaysLoad`', async () => {
    await using place = await Workplace.create();
    // 2.1.332 waits all the same, and then keeps the tools back until the model searches for them.
    const startMs = binary.version === '2.1.332' ? 0 : TOO_SLOW_START_MS;
    await using engine = await serveSlicesStdio(place, startMs);
    await editConfig(engine.configPath, (entry) => void delete entry.alwaysLoad);
    await using run = await startClaude(binary, { place, turns: [], args: claudeArgs([engine]) });
    await run.finish();
    expect(run.model.requests[0]?.tools.filter((name) => OURS.test(name))).toEqual([]);
  });
});
