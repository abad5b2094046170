// `plainwire approve` in a terminal, with the real agents behind it.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../support/processes.js';
import { BUSY_MS, waitFor } from '../../support/wait-for.js';
import { anthropicMessages } from './anthropic-messages.js';
import { CLAUDE_BINARIES, CODEX } from './binaries.js';
import { claudeEnvironment } from './claude.js';
import { codexEnvironment, codexStart } from './codex.js';
import type { Turn } from './model-stand-in.js';
import { openaiResponses } from './openai-responses.js';
import type { TerminalAgent } from './terminal-run.js';
import { TerminalRun } from './terminal-run.js';
import { Workplace } from './workplace.js';

interface Row {
  readonly agent: string;
  readonly terminal: TerminalAgent;
  /** Writes `wanted` into note.txt. */
  readonly turn: (place: Workplace) => Turn;
  /** What it calls the tool. */
  readonly tool: string;
  /** Typed to have `approved` written in its place. */
  readonly edit: string;
}

const claude = ({ version, path }: (typeof CLAUDE_BINARIES)[number]): Row => ({
  agent: `Claude Code ${version}`,
  terminal: {
    api: anthropicMessages,
    words: () => [path, '-p', 'Do as you are told.'],
    env: claudeEnvironment,
  },
  turn: (place) => ({ use: 'Write', input: { file_path: place.path('note.txt'), content: 'wanted' } }),
  tool: 'Write',
  edit: 'content=approved',
});

const codex: Row = {
  agent: 'Codex',
  terminal: {
    api: openaiResponses,
    words: (url) => [CODEX, ...codexStart(url, 'workspace-write'), 'Do as you are told.'],
    env: codexEnvironment,
  },
  turn: () => ({ use: 'exec_command', input: { cmd: 'printf wanted > note.txt' } }),
  tool: 'Bash',
  edit: 'command=printf approved > note.txt',
};

describe.concurrent.each([...CLAUDE_BINARIES.map(claude), codex])('plainwire approve -- $agent', (row) => {
  const { terminal: agent, turn, tool, edit } = row;
  const question = `Approval needed for ${tool}`;

  it.each([
    ['runs what was approved', ['a'], 'wanted', '1 asked for, 1 allowed, 0 denied'],
    [
      'does not run what was rejected',
      ['r', 'not on a Friday'],
      undefined,
      '1 asked for, 0 allowed, 1 denied',
    ],
    ['runs what was edited', ['e', edit, 'a'], 'approved', '1 asked for, 1 allowed, 0 denied'],
  ] as const)('%s', async (_what, typed, text, summary) => {
    await using place = await Workplace.create();
    await using run = await TerminalRun.start(agent, { place, turns: [turn(place)] });
    for (const line of typed) await run.terminal.answer(line);
    expect(await run.terminal.ended).toEqual({ code: 0, signal: null });
    expect(place.textOf('note.txt')).toBe(text);
    expect(run.terminal.screen).toContain(question);
    expect(run.terminal.screen).toContain(`plainwire: ${summary}`);
    expect(run.model.results).toHaveLength(1);
    if (text === undefined) expect(run.model.results[0]).toContain('not on a Friday');
    expect(existsSync(run.configPath)).toBe(false);
  });

  it('denies what nobody answers in time', async () => {
    await using place = await Workplace.create();
    await using run = await TerminalRun.start(agent, {
      place,
      turns: [turn(place)],
      flags: ['--timeout', '1s'],
    });
    expect(await run.terminal.ended).toEqual({ code: 0, signal: null });
    expect(run.terminal.screen).toContain(question);
    expect(run.model.results).toEqual([expect.stringContaining('Nobody answered within 1s')]);
    expect(place.files).toEqual([]);
  });

  it('shows no credential, on the screen or in a command line', async () => {
    await using place = await Workplace.create();
    await using run = await TerminalRun.start(agent, { place, turns: [turn(place)], flags: ['-v'] });
    await run.terminal.untilAsked();
    const { token, visibleCommands } = run;
    expect(visibleCommands.length).toBeGreaterThan(1);
    expect(visibleCommands.join('\n')).not.toContain(token);
    await run.terminal.answer('a');
    await run.terminal.ended;
    expect(run.terminal.screen).toContain('Authorization: ***');
    expect(run.terminal.screen).toMatch(/^plainwire: runs /m);
    expect(run.terminal.screen).not.toContain(token);
  });

  it('leaves its standard input to the agent when that is no terminal, and asks all the same', async () => {
    await using place = await Workplace.create();
    const piped = 'Read this, too.';
    await using run = await TerminalRun.start(agent, { place, turns: [turn(place)], piped });
    await run.terminal.answer('a');
    expect((await run.terminal.ended).code).toBe(0);
    expect(place.textOf('note.txt')).toBe('wanted');
    expect(run.model.prompts.join('\n')).toContain(piped);
  });

  it.each([
    ['Ctrl-C is pressed', (run: TerminalRun) => run.terminal.interrupt()],
    ['the terminal is closed', (run: TerminalRun) => run.terminal.hangUp()],
  ])(
    'approves nothing, and leaves nothing behind, when %s in the middle of a question',
    async (_what, end) => {
      await using place = await Workplace.create();
      await using run = await TerminalRun.start(agent, { place, turns: [turn(place)] });
      await run.terminal.untilAsked();
      const { configPath } = run;
      const { pids } = run.terminal;
      expect(existsSync(configPath)).toBe(true);
      await end(run);
      expect((await run.terminal.ended).code).not.toBe(0);
      await waitFor('all of it has ended', () => !pids.some(isRunning), BUSY_MS);
      expect(place.files).toEqual([]);
      expect(existsSync(configPath)).toBe(false);
    },
  );
});
