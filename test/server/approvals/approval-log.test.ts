import { describe, expect, it } from 'vitest';
import type { ApprovalDecision } from '../../../src/server/approvals/approval-log.js';
import { ApprovalLog } from '../../../src/server/approvals/approval-log.js';
import type { ServerLogEntry } from '../../../src/server/index.js';
import { ServerLog } from '../../../src/server/server-log.js';
import { nextTurn } from '../../support/turn.js';

const decision = (tool = 'Write', parts: Partial<ApprovalDecision> = {}): ApprovalDecision => ({
  tool,
  arguments: { secret: 'in the arguments' },
  allowed: true,
  source: 'asker',
  asked: true,
  reason: 'approved',
  actor: 'ann',
  toolUseId: 'toolu_1',
  askedAtMs: 1000,
  decidedAtMs: 2000,
  ...parts,
});

function log(emit?: (event: unknown) => void, max = 10) {
  const told: ServerLogEntry[] = [];
  const serverLog = new ServerLog((entry) => told.push(entry));
  return { log: new ApprovalLog(emit === undefined ? {} : { emit }, max, serverLog), told };
}

describe('the record of decisions', () => {
  it('tells everything but the arguments, to the run and to listeners', () => {
    const events: unknown[] = [];
    const { log: record } = log((event) => events.push(event));
    record.subscribe((event) => events.push(event));
    record.append(decision('Write', { modified: { secret: 'changed' } }));
    expect(events).toHaveLength(2);
    for (const event of events) {
      expect(event).toEqual({
        type: 'approval.decided',
        tool: 'Write',
        allowed: true,
        source: 'asker',
        asked: true,
        reason: 'approved',
        actor: 'ann',
        toolUseId: 'toolu_1',
        askedAtMs: 1000,
        decidedAtMs: 2000,
        isModified: true,
      });
      expect(JSON.stringify(event)).not.toContain('secret');
    }
  });

  it('comes before the telling', () => {
    const seen: number[] = [];
    const { log: record } = log(() => seen.push(record.decisions.length));
    record.append(decision());
    expect(seen).toEqual([1]);
  });

  it('is not moved by listeners that fail, and says so', async () => {
    const { log: record, told } = log(() => {
      throw new Error('the bus is down');
    });
    record.subscribe(async () => {
      throw new Error('the page is gone');
    });
    const heard: string[] = [];
    record.subscribe(({ tool }) => heard.push(tool));
    record.append(decision());
    await nextTurn();
    expect(record.decisions).toHaveLength(1);
    expect(heard).toEqual(['Write']);
    expect(told.map(({ error }) => (error as Error).message)).toEqual([
      'the bus is down',
      'the page is gone',
    ]);
  });

  it('is not moved by a run that cannot be told anything', () => {
    const told: ServerLogEntry[] = [];
    const run = {
      get emit(): never {
        throw new Error('no bus yet');
      },
    };
    const record = new ApprovalLog(run, 10, new ServerLog((entry) => told.push(entry)));
    const heard: string[] = [];
    record.subscribe(({ tool }) => heard.push(tool));
    record.append(decision());
    expect(record.decisions).toHaveLength(1);
    expect(heard).toEqual(['Write']);
    expect(told).toEqual([expect.objectContaining({ error: new Error('no bus yet') })]);
  });

  it('stops telling who does not listen any more', () => {
    const { log: record } = log();
    const heard: string[] = [];
    const end = record.subscribe(({ tool }) => heard.push(tool));
    record.append(decision('One'));
    end();
    end();
    record.append(decision('Two'));
    expect(heard).toEqual(['One']);
  });

  it('cannot be changed from outside', () => {
    const { log: record } = log();
    record.append(decision());
    expect(() => Object.assign(record.decisions[0] ?? {}, { allowed: false })).toThrow(TypeError);
    (record.decisions as unknown[]).length = 0;
    expect(record.decisions).toHaveLength(1);
  });

  it('keeps as many as the limit says, and warns once', () => {
    const { log: record, told } = log(undefined, 2);
    for (const tool of ['A', 'B', 'C', 'D']) record.append(decision(tool));
    expect(record.decisions.map(({ tool }) => tool)).toEqual(['C', 'D']);
    expect(told).toEqual([
      { level: 'warning', message: expect.stringContaining('limits.approvalDecisions (2)') },
    ]);
  });
});
