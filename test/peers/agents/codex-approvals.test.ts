// Codex with an approval server, which a hook asks: what it runs is what was approved.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexArgs, codexEnv } from '../../../src/adapters/index.js';
import { checkCodexHook } from '../../../src/cli/agents/codex-hook-check.js';
import type { ApprovalServerOptions } from '../../../src/server/index.js';
import { QueueAsker } from '../../../src/server/index.js';
import { OUR_COMMAND } from '../../support/peers.js';
import { childProcesses, withDescendants } from '../../support/processes.js';
import { BUSY_MS, waitFor } from '../../support/wait-for.js';
import { CODEX } from './binaries.js';
import { startCodex } from './codex.js';
import type { Turn } from './model-stand-in.js';
import { editConfig, expectNoTokens, guessToken, serveSlices, startApprovals } from './served.js';
import { CLOSE_SLICE, DEPLOY } from './slice-tools.js';
import { Workplace } from './workplace.js';

const HOOK = { hookCommand: [process.execPath, OUR_COMMAND, 'codex-hook'] };

const shell = (cmd: string): Turn => ({ use: 'exec_command', input: { cmd } });
const WRITE = shell('printf wanted > note.txt');

const never = (): never => {
  throw new Error('nobody was to be asked');
};

interface Row {
  readonly what: string;
  readonly options: ApprovalServerOptions;
  /** What is in the file afterwards; undefined for no file. */
  readonly text?: string;
  readonly decision: object;
  /** What the model reads. */
  readonly told: RegExp;
}

const RAN = /Process exited with code 0/;

const ROWS: readonly Row[] = [
  {
    what: 'runs what was approved',
    options: { asker: () => ({ kind: 'approve', actor: 'ada' }) },
    text: 'wanted',
    decision: { allowed: true, source: 'asker', asked: true, actor: 'ada' },
    told: RAN,
  },
  {
    what: 'does not run what was denied, and tells the model why',
    options: { asker: () => ({ kind: 'reject', note: 'not on a Friday' }) },
    decision: { allowed: false, source: 'asker', reason: 'not on a Friday' },
    told: /not on a Friday/,
  },
  {
    what: 'runs with the arguments that a reviewer put in their place',
    options: { asker: () => ({ kind: 'modify', value: { command: 'printf approved > note.txt' } }) },
    text: 'approved',
    decision: { allowed: true, source: 'asker', modified: { command: 'printf approved > note.txt' } },
    told: RAN,
  },
  {
    what: 'runs what is on the list without asking anybody',
    options: { asker: never, autoAllow: ['Bash'] },
    text: 'wanted',
    decision: { allowed: true, source: 'auto_allow', asked: false },
    told: RAN,
  },
  {
    what: 'does not run what nobody answered in time',
    options: { asker: new QueueAsker(), timeoutMs: 300 },
    decision: { allowed: false, source: 'timeout', asked: true },
    told: /Nobody answered within 0\.3s/,
  },
  {
    what: 'does not run anything when the asker throws',
    options: {
      asker: () => {
        throw new Error('the reviewer is on fire');
      },
    },
    decision: { allowed: false, source: 'error', asked: true },
    told: /the reviewer is on fire/,
  },
];

describe.concurrent('Codex with approvals', () => {
  it.each(ROWS)('$what', async ({ options, text, decision, told }) => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals(options);
    const args = codexArgs([approvals], HOOK);
    await using run = await startCodex({ place, turns: [WRITE], args });
    await run.finish();
    expect(place.textOf('note.txt')).toBe(text);
    const command = 'printf wanted > note.txt';
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', arguments: { command }, ...decision }]);
    expect(approvals.promptsSeen).toBe(1);
    expect(run.model.results).toEqual([expect.stringMatching(told)]);
  });

  it('does not let a command out of the sandbox, approved or not', async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
    const outside = join(place.home, 'note.txt');
    const escalation = { sandbox_permissions: 'require_escalated', justification: 'to write at home' };
    const turn: Turn = {
      use: 'exec_command',
      input: { cmd: `printf wanted > ${outside}`, ...escalation },
    };
    await using run = await startCodex({ place, turns: [turn], args: codexArgs([approvals], HOOK) });
    await run.finish();
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', allowed: true }]);
    expect(run.model.results).toEqual([expect.stringContaining('cannot ask for escalated permissions')]);
    expect(existsSync(outside)).toBe(false);
  });

  it.each([
    ['denied', { kind: 'reject', note: 'no' }, []],
    ['approved', { kind: 'approve' }, ['deployed-s-1', 'note.txt']],
  ] as const)('asks where Codex holds nothing back, too: %s', async (_what, decision, files) => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    await using approvals = await startApprovals({ asker: () => decision });
    const servers = [engine, approvals];
    const turns: Turn[] = [WRITE, { use: DEPLOY, input: { id: 's-1' } }];
    const told = { args: codexArgs(servers, HOOK), env: codexEnv(servers) };
    await using run = await startCodex({ place, turns, ...told, sandbox: 'danger-full-access' });
    await run.finish();
    expect(approvals.decisions.map(({ tool }) => tool)).toEqual(['Bash', DEPLOY]);
    expect(place.files).toEqual(files);
  });

  it('runs nothing when the hook cannot get in with its token', async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
    await editConfig(approvals.configPath, guessToken);
    const args = codexArgs([approvals], HOOK);
    await using run = await startCodex({ place, turns: [WRITE], args });
    await run.finish();
    expect(approvals.promptsSeen).toBe(0);
    expect(place.files).toEqual([]);
    expect(run.model.results).toEqual([
      expect.stringMatching(/could not be obtained, so the call was denied/),
    ]);
  });

  it('asks about the tools of a registry, too, and shows no credential', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    const servers = [engine, approvals];
    const turns: Turn[] = [
      { use: CLOSE_SLICE, input: { id: 's-1' } },
      { use: CLOSE_SLICE, input: { id: 's-2' } },
    ];
    const prompt = 'Close them.';
    await using run = await startCodex({
      place,
      turns,
      args: codexArgs(servers, HOOK),
      env: codexEnv(servers),
      prompt,
    });
    await waitFor('the first is asked about', () => queue.pending().length === 1, BUSY_MS);
    const words = run.process.visibleArgs;
    expect(words.at(-1)).toBe(prompt);
    expectNoTokens(words, servers);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'modify', value: { id: 's-9' } });
    await waitFor('the second is asked about', () => queue.pending()[0]?.arguments['id'] === 's-2', BUSY_MS);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'reject', note: 'one is enough' });
    await run.finish();
    expect(place.files).toEqual(['closed-s-9']);
    expect(engine.callsSeen).toBe(1);
    expect(approvals.decisions).toMatchObject([
      { tool: CLOSE_SLICE, modified: { id: 's-9' }, allowed: true },
      { tool: CLOSE_SLICE, allowed: false, reason: 'one is enough' },
    ]);
    expect(run.model.results).toEqual([
      expect.stringMatching(/closed s-9$/),
      expect.stringContaining('one is enough'),
    ]);
  });

  describe('about a tool that requires approval', () => {
    const DEPLOY_ONE: Turn = { use: DEPLOY, input: { id: 's-1' } };

    it.each([
      ['runs it when somebody agreed', { kind: 'approve' }, 'deployed-s-1'],
      [
        'runs it with the arguments of the reviewer',
        { kind: 'modify', value: { id: 's-9' } },
        'deployed-s-9',
      ],
      ['does not run it when somebody refused', { kind: 'reject', note: 'no' }, undefined],
    ] as const)('%s, and asks once', async (_what, decision, file) => {
      await using place = await Workplace.create();
      await using engine = await serveSlices(place);
      await using approvals = await startApprovals({ asker: () => decision });
      const servers = [engine, approvals];
      const [args, env] = [codexArgs(servers, HOOK), codexEnv(servers)];
      await using run = await startCodex({ place, turns: [DEPLOY_ONE], args, env });
      await run.finish();
      expect(place.files).toEqual(file === undefined ? [] : [file]);
      expect(engine.callsSeen).toBe(file === undefined ? 0 : 1);
      expect(approvals.promptsSeen).toBe(1);
      expect(approvals.decisions).toMatchObject([{ tool: DEPLOY, allowed: file !== undefined }]);
    });

    it('does not run it when the hook that asks was left out', async () => {
      await using place = await Workplace.create();
      await using engine = await serveSlices(place);
      await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
      const servers = [engine, approvals];
      const all = codexArgs(servers, HOOK);
      const at = all.findIndex((arg) => arg.startsWith('hooks.PreToolUse='));
      expect(at).toBeGreaterThan(0);
      const args = all.toSpliced(at - 1, 2);
      await using run = await startCodex({ place, turns: [DEPLOY_ONE], args, env: codexEnv(servers) });
      await run.finish();
      expect(place.files).toEqual([]);
      expect(engine.callsSeen).toBe(0);
      expect(approvals.promptsSeen).toBe(0);
      expect(run.model.results).toEqual([expect.stringContaining('requires approval')]);
    });
  });

  it('says that it trusts our hooks, and no longer when one is another than we said', async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: never });
    const args = ['app-server', ...codexArgs([approvals], HOOK)];
    const env = { HOME: place.home, CODEX_HOME: place.home, PATH: '/usr/bin:/bin' };
    await checkCodexHook({ command: CODEX, args, env });
    for (const event of ['PreToolUse', 'PermissionRequest']) {
      const other = args.map((arg) =>
        arg.startsWith(`hooks.${event}=`) ? arg.replace('codex-hook', 'other') : arg,
      );
      expect(other).not.toEqual(args);
      await expect(checkCodexHook({ command: CODEX, args: other, env })).rejects.toMatchObject({
        code: 'capability_missing',
      });
    }
  });

  it.each([
    ['the shell around it gets SIGINT', 'sh', 'SIGINT'],
    ['the shell around it gets SIGTERM', 'sh', 'SIGTERM'],
    ['the shell around it gets SIGHUP', 'sh', 'SIGHUP'],
    ['it is interrupted', 'node', 'SIGINT'],
    ['it is killed', 'node', 'SIGKILL'],
  ] as const)('runs nothing when %s while the hook asks', async (_what, program, signal) => {
    await using place = await Workplace.create();
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    await using run = await startCodex({ place, turns: [WRITE], args: codexArgs([approvals], HOOK) });
    await waitFor('the question is asked', () => queue.pending().length === 1, BUSY_MS);
    const pids = hookPids(run.process.pid, program);
    expect(pids).not.toEqual([]);
    for (const pid of pids) process.kill(pid, signal);
    // The question is still there when only the shell was told.
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'reject', note: 'no' });
    await run.finish();
    expect(run.model.results).toHaveLength(1);
    expect(place.files).toEqual([]);
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', allowed: false }]);
  });

  it('withdraws the question when it is killed in the middle of it', async () => {
    await using place = await Workplace.create();
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    await using run = await startCodex({ place, turns: [WRITE], args: codexArgs([approvals], HOOK) });
    await waitFor('the question is asked', () => queue.pending().length === 1, BUSY_MS);
    run.process.kill();
    await run.ended;
    await waitFor('the question is withdrawn', () => approvals.decisions.length === 1, BUSY_MS);
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', allowed: false, source: 'withdrawn' }]);
    expect(place.files).toEqual([]);
  });
});

/** The processes of a program that work on a hook. */
function hookPids(agent: number, program: string): number[] {
  return withDescendants(childProcesses(agent)).filter((pid) => {
    const [command = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(command) === program && words.some((word) => word.includes('codex-hook'));
  });
}
