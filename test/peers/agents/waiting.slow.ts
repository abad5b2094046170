// Six minutes of waiting, longer than every timeout that an agent has by itself. `npm run test:agents:slow`.
import { describe, expect, it } from 'vitest';
import { claudeArgs, codexArgs, codexEnv } from '../../../src/adapters/index.js';
import type { ServedRegistry } from '../../../src/server/index.js';
import { serveRegistry, tool } from '../../../src/server/index.js';
import { pause } from '../../support/pause.js';
import { OUR_COMMAND } from '../../support/peers.js';
import type { AgentRun } from './agent-run.js';
import { CLAUDE_BINARIES } from './binaries.js';
import { startClaude } from './claude.js';
import { startCodex } from './codex.js';
import type { Turn } from './model-stand-in.js';
import { startApprovals } from './served.js';
import { Workplace } from './workplace.js';

const WAIT_MS = 6 * 60_000;
const TEST_MS = WAIT_MS + 240_000;
const BUILD = 'mcp__engine__build';
const HOOK = { hookCommand: [process.execPath, OUR_COMMAND, 'codex-hook'] };

const slowAsker = async () => {
  await pause(WAIT_MS);
  return { kind: 'approve' } as const;
};

/** A registry with a tool that takes as long. */
async function serveBuild(): Promise<ServedRegistry> {
  const build = tool({
    name: 'build',
    description: 'Builds everything.',
    parameters: { type: 'object', properties: {} },
    run: async () => {
      await pause(WAIT_MS);
      return 'built';
    },
  });
  const engine = await serveRegistry([build], { name: 'engine' });
  await engine.start();
  return engine;
}

async function took(run: AgentRun): Promise<number> {
  const startedAt = performance.now();
  await run.finish();
  return performance.now() - startedAt;
}

describe.concurrent.each(CLAUDE_BINARIES)('Claude Code $version', (binary) => {
  it('waits six minutes for a person', { timeout: TEST_MS }, async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: slowAsker });
    const turns: Turn[] = [{ use: 'Write', input: { file_path: place.path('note.txt'), content: 'late' } }];
    const args = claudeArgs([approvals]);
    await using run = await startClaude(binary, { place, turns, args, timeoutMs: TEST_MS });
    expect(await took(run)).toBeGreaterThan(WAIT_MS);
    expect(approvals.decisions).toMatchObject([{ tool: 'Write', allowed: true, source: 'asker' }]);
    expect(place.textOf('note.txt')).toBe('late');
  });

  it('waits six minutes for a tool', { timeout: TEST_MS }, async () => {
    await using place = await Workplace.create();
    await using engine = await serveBuild();
    const turns: Turn[] = [{ use: BUILD, input: {} }];
    const args = claudeArgs([engine]);
    await using run = await startClaude(binary, { place, turns, args, timeoutMs: TEST_MS });
    expect(await took(run)).toBeGreaterThan(WAIT_MS);
    expect(engine.callsSeen).toBe(1);
    expect(run.model.results).toEqual(['built']);
  });
});

describe.concurrent('Codex', () => {
  it('waits six minutes for a person', { timeout: TEST_MS }, async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: slowAsker });
    const turns: Turn[] = [{ use: 'exec_command', input: { cmd: 'printf late > note.txt' } }];
    const args = codexArgs([approvals], HOOK);
    await using run = await startCodex({ place, turns, args, timeoutMs: TEST_MS });
    expect(await took(run)).toBeGreaterThan(WAIT_MS);
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', allowed: true, source: 'asker' }]);
    expect(place.textOf('note.txt')).toBe('late');
  });

  it.each([
    ['2025-06-18', []],
    ['2026-07-28', ['--enable', 'mcp_2026_07_28']],
  ])('waits six minutes for a tool, over %s', { timeout: TEST_MS }, async (_revision, flags) => {
    await using place = await Workplace.create();
    await using engine = await serveBuild();
    const args = [...flags, ...codexArgs([engine])];
    const options = { place, turns: [{ use: BUILD, input: {} }], args, env: codexEnv([engine]) };
    await using run = await startCodex({ ...options, timeoutMs: TEST_MS });
    expect(await took(run)).toBeGreaterThan(WAIT_MS);
    expect(engine.callsSeen).toBe(1);
    expect(run.model.results).toEqual([expect.stringMatching(/built$/)]);
  });
});
