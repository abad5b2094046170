import { describe, expect, it } from 'vitest';
import type { Decision, WaitingQuestion } from '../../../src/server/index.js';
import { QueueAsker } from '../../../src/server/index.js';
import { question } from '../../support/questions.js';

const approve: Decision = { kind: 'approve', actor: 'ops' };

describe('a queue of questions', () => {
  it('holds them, oldest first, as plain data', () => {
    const queue = new QueueAsker();
    const first = question('Write', { file_path: '/a' });
    void queue.ask(first);
    void queue.ask(question('Bash', { command: 'ls' }));
    expect(queue.pending().map(({ tool }) => tool)).toEqual(['Write', 'Bash']);
    expect(JSON.parse(JSON.stringify(queue.pending()[0]))).toEqual({
      id: first.id,
      tool: 'Write',
      arguments: { file_path: '/a' },
      askedAtMs: 1000,
    });
  });

  it('gives an answer to the one that asked', async () => {
    const queue = new QueueAsker();
    const asked = question();
    const other = queue.ask(question());
    const answer = queue.ask(asked);
    expect(queue.answer(asked.id, approve)).toBe('accepted');
    expect(await answer).toEqual(approve);
    expect(queue.pending()).toHaveLength(1);
    expect(await Promise.race([other, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  it('lets one of two reviewers win', async () => {
    const queue = new QueueAsker();
    const asked = question();
    const answer = queue.ask(asked);
    const outcomes = [
      queue.answer(asked.id, { kind: 'reject', actor: 'first' }),
      queue.answer(asked.id, { kind: 'approve', actor: 'second' }),
    ];
    expect(outcomes).toEqual(['accepted', 'already answered']);
    expect(await answer).toEqual({ kind: 'reject', actor: 'first' });
  });

  it('is not moved by what happens to an answer after it was accepted', async () => {
    const queue = new QueueAsker();
    const asked = [question(), question()];
    const answers = asked.map((each) => queue.ask(each));
    const draft: { kind: string; value?: { path: string } } = { kind: 'reject' };
    queue.answer(asked[0]?.id ?? '', draft as Decision);
    Object.assign(draft, { kind: 'modify', value: { path: '/safe' } });
    queue.answer(asked[1]?.id ?? '', draft as Decision);
    Object.assign(draft.value ?? {}, { path: '/etc' });
    expect(await Promise.all(answers)).toMatchObject([
      { kind: 'reject' },
      { kind: 'modify', value: { path: '/safe' } },
    ]);
  });

  it('knows a question that was withdrawn', async () => {
    const queue = new QueueAsker();
    const asked = question();
    const answer = queue.ask(asked);
    asked.withdraw();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(queue.pending()).toEqual([]);
    expect(queue.answer(asked.id, approve)).toBe('withdrawn');
  });

  it('takes no question that was withdrawn before', async () => {
    const queue = new QueueAsker();
    const asked = question();
    asked.withdraw();
    await expect(queue.ask(asked)).rejects.toMatchObject({ code: 'cancelled' });
    expect(queue.pending()).toEqual([]);
  });

  it('does not know other questions', () => {
    expect(new QueueAsker().answer('made up', approve)).toBe('unknown');
  });

  it.each([
    ['no decision', 'yes'],
    ['an unknown kind', { kind: 'allow' }],
    ['a change to no object', { kind: 'modify', value: 'x' }],
  ])('refuses %s, and the question goes on waiting', (_name, decision) => {
    const queue = new QueueAsker();
    const asked = question();
    void queue.ask(asked);
    expect(() => queue.answer(asked.id, decision as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
    expect(queue.pending()).toHaveLength(1);
  });

  it('tells the application of what comes and goes', () => {
    const told: string[] = [];
    const queue = new QueueAsker({
      onQuestion: ({ tool }) => told.push(`asked ${tool}`),
      onSettled: (id) => told.push(`settled ${id}`),
    });
    const asked = question();
    void queue.ask(asked);
    queue.answer(asked.id, approve);
    expect(told).toEqual(['asked Write', `settled ${asked.id}`]);
  });

  it('is not moved by a hook that fails', async () => {
    const fail = (_given: WaitingQuestion | string): never => {
      throw new Error('the page is gone');
    };
    const queue = new QueueAsker({ onQuestion: fail, onSettled: fail });
    const asked = question();
    const answer = queue.ask(asked);
    expect(queue.answer(asked.id, approve)).toBe('accepted');
    expect(await answer).toEqual(approve);
  });

  it('forgets what was settled long ago', async () => {
    const queue = new QueueAsker();
    const first = question();
    void queue.ask(first);
    queue.answer(first.id, approve);
    for (let count = 0; count < 10_000; count += 1) {
      const asked = question();
      void queue.ask(asked);
      queue.answer(asked.id, approve);
    }
    expect(queue.answer(first.id, approve)).toBe('unknown');
  });
});
