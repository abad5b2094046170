// Claude Code with an approval server: what it runs is what was approved, whatever lies around.
import { describe, expect, it } from 'vitest';
import { claudeArgs, writeMcpConfig } from '../../../src/adapters/index.js';
import type { ApprovalServerOptions } from '../../../src/server/index.js';
import { QueueAsker } from '../../../src/server/index.js';
import { BUSY_MS, waitFor } from '../../support/wait-for.js';
import { CLAUDE_BINARIES } from './binaries.js';
import { deniedTools, loadedServers, startClaude } from './claude.js';
import type { Turn } from './model-stand-in.js';
import { editConfig, expectNoTokens, guessToken, serveSlices, startApprovals } from './served.js';
import { CLOSE_SLICE, DEPLOY } from './slice-tools.js';
import { Workplace } from './workplace.js';

const write = (place: Workplace, content = 'as the model wants'): Turn => ({
  use: 'Write',
  input: { file_path: place.path('note.txt'), content },
});

/** Offered by 2.1.332 beside its tools; it does nothing. */
const STUB = 'DeferredToolPlaceholder';

const never = (): never => {
  throw new Error('nobody was to be asked');
};

interface Row {
  readonly what: string;
  readonly options: (place: Workplace) => ApprovalServerOptions;
  /** What is in the file afterwards; undefined for no file. */
  readonly text?: string;
  readonly decision: object;
  /** What the model reads. */
  readonly told: RegExp;
}

const ROWS: readonly Row[] = [
  {
    what: 'runs what was approved',
    options: () => ({ asker: () => ({ kind: 'approve', actor: 'ada' }) }),
    text: 'as the model wants',
    decision: { allowed: true, source: 'asker', asked: true, actor: 'ada' },
    told: /^File created successfully/,
  },
  {
    what: 'does not run what was denied, and tells the model why',
    options: () => ({ asker: () => ({ kind: 'reject', note: 'not on a Friday' }) }),
    decision: { allowed: false, source: 'asker', asked: true, reason: 'not on a Friday' },
    told: /not on a Friday/,
  },
  {
    what: 'runs with the arguments that a reviewer put in their place',
    options: (place) => ({
      asker: () => ({ kind: 'modify', value: { file_path: place.path('note.txt'), content: 'as approved' } }),
    }),
    text: 'as approved',
    decision: { allowed: true, source: 'asker', modified: { content: 'as approved' } },
    told: /^File created successfully/,
  },
  {
    what: 'runs what is on the list without asking anybody',
    options: () => ({ asker: never, autoAllow: ['Write'] }),
    text: 'as the model wants',
    decision: { allowed: true, source: 'auto_allow', asked: false },
    told: /^File created successfully/,
  },
  {
    what: 'does not run what a predicate took off the list',
    options: () => ({
      asker: () => ({ kind: 'reject', note: 'not that file' }),
      autoAllow: ['Write'],
      autoAllowWhen: (_tool, { content }) => content !== 'as the model wants',
    }),
    decision: { allowed: false, source: 'asker', asked: true },
    told: /not that file/,
  },
  {
    what: 'does not run what nobody answered in time',
    options: () => ({ asker: new QueueAsker(), timeoutMs: 300 }),
    decision: { allowed: false, source: 'timeout', asked: true },
    told: /Nobody answered within 0\.3s\. Nobody refused this call/,
  },
  {
    what: 'does not run anything when the asker throws',
    options: () => ({
      asker: () => {
        throw new Error('the reviewer is on fire');
      },
    }),
    decision: { allowed: false, source: 'error', asked: true },
    told: /could not be obtained \(Error: the reviewer is on fire\)/,
  },
];

describe.concurrent.each(CLAUDE_BINARIES)('Claude Code $version with approvals', (binary) => {
  it.each(ROWS)('$what', async ({ options, text, decision, told }) => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals(options(place));
    const args = claudeArgs([approvals]);
    await using run = await startClaude(binary, { place, turns: [write(place)], args });
    await run.finish();
    expect(place.textOf('note.txt')).toBe(text);
    expect(place.files).toEqual(text === undefined ? [] : ['note.txt']);
    expect(approvals.decisions).toMatchObject([{ tool: 'Write', toolUseId: 'toolu_1', ...decision }]);
    expect(approvals.promptsSeen).toBe(1);
    expect(deniedTools(run)).toEqual(text === undefined ? ['Write'] : []);
    expect(run.model.results).toEqual([expect.stringMatching(told)]);
  });

  it('asks in the way of its era, and keeps the question from the model', async () => {
    await using place = await Workplace.create();
    const revisions: (string | undefined)[] = [];
    await using approvals = await startApprovals({
      asker: ({ call }) => {
        revisions.push(call?.revision);
        return { kind: 'approve' };
      },
    });
    const args = claudeArgs([approvals]);
    await using run = await startClaude(binary, { place, turns: [write(place)], args });
    await run.finish();
    expect(revisions).toEqual([binary.revision]);
    expect(run.model.requests[0]?.tools).toContain('Write');
    expect(run.model.requests[0]?.tools).not.toContain(approvals.toolName);
  });

  describe('with a `permissions.allow` in the settings of home and folder', () => {
    const settings = { permissions: { allow: ['Write', 'Edit', CLOSE_SLICE] } };
    const settle = async (place: Workplace): Promise<void> => {
      await place.writeHome('.claude/settings.json', settings);
      await place.writeFolder('.claude/settings.json', settings);
      await place.writeFolder('.claude/settings.local.json', settings);
    };

    it('asks all the same', async () => {
      await using place = await Workplace.create();
      await settle(place);
      await using approvals = await startApprovals({ asker: () => ({ kind: 'reject' }) });
      const args = claudeArgs([approvals]);
      await using run = await startClaude(binary, { place, turns: [write(place)], args });
      await run.finish();
      expect(approvals.decisions).toMatchObject([{ tool: 'Write', allowed: false, source: 'asker' }]);
      expect(place.textOf('note.txt')).toBeUndefined();
    });

    it('would not ask, were the settings not switched off', async () => {
      await using place = await Workplace.create();
      await settle(place);
      await using approvals = await startApprovals({ asker: never });
      const args = without(claudeArgs([approvals]), '--setting-sources', 1);
      await using run = await startClaude(binary, { place, turns: [write(place)], args });
      await run.finish();
      expect(approvals.promptsSeen).toBe(0);
      expect(place.textOf('note.txt')).toBe('as the model wants');
    });
  });

  describe('with a `.mcp.json` in the folder', () => {
    const lurk = async (place: Workplace): Promise<void> => {
      const command = { command: '/bin/sh', args: ['-c', `touch ${place.path('lurked')}`] };
      await place.writeFolder('.mcp.json', { mcpServers: { lurker: command } });
      await place.writeHome('.claude.json', { mcpServers: { homebody: command } });
      await place.writeHome('.claude/settings.json', { enableAllProjectMcpServers: true });
    };

    it('loads our servers and no other', async () => {
      await using place = await Workplace.create();
      await lurk(place);
      await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
      const args = claudeArgs([approvals]);
      await using run = await startClaude(binary, { place, turns: [write(place)], args });
      await run.finish();
      expect(loadedServers(run)).toEqual({ plainwire_approvals: 'connected' });
      expect(place.textOf('lurked')).toBeUndefined();
    });

    it('would load them, were ours not said to be all', async () => {
      await using place = await Workplace.create();
      await lurk(place);
      await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
      const own = claudeArgs([approvals]);
      const args = without(without(own, '--strict-mcp-config', 0), '--setting-sources', 1);
      await using run = await startClaude(binary, {
        place,
        turns: [write(place)],
        args: [...args, '--verbose'],
      });
      await run.finish();
      expect(Object.keys(loadedServers(run)).sort()).toEqual(['homebody', 'lurker', 'plainwire_approvals']);
      expect(place.textOf('lurked')).toBe('');
    });
  });

  it('withdraws the question when it is killed in the middle of it', async () => {
    await using place = await Workplace.create();
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    const args = claudeArgs([approvals]);
    await using run = await startClaude(binary, { place, turns: [write(place)], args });
    await waitFor('the question is asked', () => queue.pending().length === 1, BUSY_MS);
    const [question] = queue.pending();
    run.process.kill();
    await run.ended;
    await waitFor('the question is withdrawn', () => approvals.decisions.length === 1, BUSY_MS);
    expect(approvals.decisions).toMatchObject([
      { tool: 'Write', allowed: false, source: 'withdrawn', asked: true },
    ]);
    expect(queue.pending()).toEqual([]);
    expect(queue.answer(question?.id ?? '', { kind: 'approve' })).toBe('withdrawn');
    expect(place.files).toEqual([]);
  });

  it('runs nothing when it cannot get in with its token', async () => {
    await using place = await Workplace.create();
    await using approvals = await startApprovals({ asker: () => ({ kind: 'approve' }) });
    await editConfig(approvals.configPath, guessToken);
    const args = claudeArgs([approvals]);
    await using run = await startClaude(binary, { place, turns: [write(place)], args });
    await run.ended;
    expect(approvals.promptsSeen).toBe(0);
    expect(place.files).toEqual([]);
  });

  it('works with a registry beside it, and shows no credential', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    const servers = [engine, approvals];
    await using config = await writeMcpConfig(servers);
    const args = claudeArgs(servers, { configPath: config.path });
    const turns: Turn[] = [
      { use: CLOSE_SLICE, input: { id: 's-1' } },
      { use: DEPLOY, input: { id: 's-1' } },
      { use: DEPLOY, input: { id: 's-2' } },
    ];
    await using run = await startClaude(binary, { place, turns, args, prompt: 'Close and deploy it.' });

    await waitFor('the first deployment is asked about', () => queue.pending().length === 1, BUSY_MS);
    const words = run.process.visibleArgs;
    expect(words.at(-1)).toBe('Close and deploy it.');
    expectNoTokens(words, servers);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'modify', value: { id: 's-9' } });
    await waitFor('the second is asked about', () => queue.pending()[0]?.arguments['id'] === 's-2', BUSY_MS);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'reject', note: 'one is enough' });
    await run.finish();

    expect(loadedServers(run)).toEqual({ engine: 'connected', plainwire_approvals: 'connected' });
    expect(place.files).toEqual(['closed-s-1', 'deployed-s-9']);
    expect(place.textOf('deployed-s-9')).toBe(String(process.pid));
    expect(engine.callsSeen).toBe(2);
    expect(approvals.decisions).toMatchObject([
      { tool: DEPLOY, arguments: { id: 's-1' }, modified: { id: 's-9' }, allowed: true },
      { tool: DEPLOY, arguments: { id: 's-2' }, allowed: false, reason: 'one is enough' },
    ]);
    expect(run.model.results).toEqual([
      'closed s-1',
      'deployed s-9',
      expect.stringContaining('one is enough'),
    ]);
  });

  it.each([
    ['all its tools', {}, undefined],
    ['none of its tools', { builtinTools: false }, []],
    ['two of its tools', { builtinTools: ['Read', 'Write'] }, ['Read', 'Write']],
  ])('takes what is appended for the prompt, with %s', async (_what, options, tools) => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    await using approvals = await startApprovals({ asker: never });
    const args = claudeArgs([engine, approvals], options);
    const prompt = 'Read mcp.json Write';
    await using run = await startClaude(binary, { place, turns: [{ say: 'Yes.' }], args, prompt });
    await run.finish();
    expect(run.model.prompts).toContain(prompt);
    const own = run.model.requests[0]?.tools.filter((name) => !name.startsWith('mcp__') && name !== STUB);
    if (tools === undefined) expect(own).toContain('Bash');
    else expect(own).toEqual(tools);
  });
});

/** Arguments without a flag and its values. */
function without(args: readonly string[], flag: string, values: number): string[] {
  const at = args.indexOf(flag);
  expect(at).toBeGreaterThanOrEqual(0);
  return args.toSpliced(at, 1 + values);
}
