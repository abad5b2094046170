// Claude's Agent SDK with what `claudeOptions` gives: the same promises as on the command line.
import { describe, expect, it } from 'vitest';
import { claudeOptions, writeMcpConfig } from '../../../src/adapters/index.js';
import { QueueAsker } from '../../../src/server/index.js';
import { BUSY_MS, waitFor } from '../../support/wait-for.js';
import { SdkRun } from './claude-sdk.js';
import type { Turn } from './model-stand-in.js';
import { expectNoTokens, serveSlices, startApprovals } from './served.js';
import { CLOSE_SLICE, DEPLOY } from './slice-tools.js';
import { Workplace } from './workplace.js';

const TURNS: readonly Turn[] = [
  { use: CLOSE_SLICE, input: { id: 's-1' } },
  { use: DEPLOY, input: { id: 's-1' } },
  { use: DEPLOY, input: { id: 's-2' } },
];

describe.concurrent('The Agent SDK', () => {
  it('runs what was approved with a registry and an approval server, and shows no credential', async () => {
    await using place = await Workplace.create();
    await using engine = await serveSlices(place);
    const queue = new QueueAsker();
    await using approvals = await startApprovals({ asker: queue });
    const servers = [engine, approvals];
    await using config = await writeMcpConfig(servers);
    const options = claudeOptions(servers, { configPath: config.path });
    await using run = await SdkRun.start({ place, turns: TURNS, options });

    await waitFor('the first deployment is asked about', () => queue.pending().length === 1, BUSY_MS);
    const words = run.visibleArgs;
    expect(words).toContain(config.path);
    expectNoTokens(words, servers);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'modify', value: { id: 's-9' } });
    await waitFor('the second is asked about', () => queue.pending()[0]?.arguments['id'] === 's-2', BUSY_MS);
    queue.answer(queue.pending()[0]?.id ?? '', { kind: 'reject', note: 'one is enough' });
    const messages = await run.messages;

    expect(messages.at(-1)).toMatchObject({ type: 'result', is_error: false });
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

  it('asks whatever the settings allow, and loads no server but ours', async () => {
    await using place = await Workplace.create();
    const settings = { permissions: { allow: ['Write'] }, enableAllProjectMcpServers: true };
    const command = { command: '/bin/sh', args: ['-c', `touch ${place.path('lurked')}`] };
    await place.writeHome('.claude/settings.json', settings);
    await place.writeFolder('.claude/settings.json', settings);
    await place.writeFolder('.mcp.json', { mcpServers: { lurker: command } });
    await using approvals = await startApprovals({ asker: () => ({ kind: 'reject', note: 'not here' }) });
    const write = { use: 'Write', input: { file_path: place.path('note.txt'), content: 'hello' } };
    const options = claudeOptions([approvals], { builtinTools: ['Write'] });
    await using run = await SdkRun.start({ place, turns: [write], options });
    const messages = await run.messages;
    const start = messages.find(({ type, subtype }) => type === 'system' && subtype === 'init');
    expect(start).toMatchObject({ mcp_servers: [{ name: 'plainwire_approvals', status: 'connected' }] });
    expect(approvals.decisions).toMatchObject([{ tool: 'Write', allowed: false, source: 'asker' }]);
    expect(place.textOf('note.txt')).toBeUndefined();
    expect(place.textOf('lurked')).toBeUndefined();
    expect(run.model.requests[0]?.tools).toContain('Write');
    expect(run.model.requests[0]?.tools).not.toContain('Bash');
    expect(run.model.results).toEqual([expect.stringContaining('not here')]);
  });

  it('would not ask, were the settings not switched off', async () => {
    await using place = await Workplace.create();
    await place.writeHome('.claude/settings.json', { permissions: { allow: ['Write'] } });
    await using approvals = await startApprovals({ asker: () => ({ kind: 'reject' }) });
    const write = { use: 'Write', input: { file_path: place.path('note.txt'), content: 'hello' } };
    const { settingSources, ...options } = claudeOptions([approvals]);
    expect(settingSources).toEqual([]);
    await using run = await SdkRun.start({ place, turns: [write], options });
    await run.messages;
    expect(approvals.promptsSeen).toBe(0);
    expect(place.textOf('note.txt')).toBe('hello');
  });
});
