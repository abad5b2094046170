// Codex with an approval server, which a hook asks: what it runs is what was approved.
import { describe, expect, it } from 'vitest';
import { codexArgs, codexEnv } from '../../../src/adapters/index.js';
import type { ApprovalServerOptions } from '../../../src/server/index.js';
import { QueueAsker } from '../../../src/server/index.js';
import { OUR_COMMAND } from '../../support/peers.js';
import { waitFor } from '../../support/wait-for.js';
import { startCodex } from './codex.js';
import type { Turn } from './model-stand-in.js';
import { editConfig, guessToken, serveSlices, startApprovals } from './served.js';
import { CLOSE_SLICE } from './slice-tools.js';
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
    await waitFor('the first is asked about', () => queue.pending().length === 1, 30_000);
    const words = run.process.visibleArgs;
    expect(words.at(-1)).toBe(prompt);
    for (const { authHeaders } of servers) {
      const token = (authHeaders['Authorization'] ?? '').replace('Bearer ', '');
      expect(token).toMatch(/^.{40,}$/);
      expect(words.join(' ')).not.toContain(token);
    }
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'modify', value: { id: 's-9' } });
    await waitFor('the second is asked about', () => queue.pending()[0]?.arguments['id'] === 's-2', 30_000);
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

  it('withdraws the question when it is killed in the middle of it', async () => {
    await using place = await Workplace.create();
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    await using run = await startCodex({ place, turns: [WRITE], args: codexArgs([approvals], HOOK) });
    await waitFor('the question is asked', () => queue.pending().length === 1, 30_000);
    run.process.kill();
    await run.ended;
    await waitFor('the question is withdrawn', () => approvals.decisions.length === 1, 30_000);
    expect(approvals.decisions).toMatchObject([{ tool: 'Bash', allowed: false, source: 'withdrawn' }]);
    expect(place.files).toEqual([]);
  });
});
