import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { InputLines } from '../../../src/server/asking/input-lines.js';
import { nextTurn } from '../../support/turn.js';

const never = new AbortController().signal;

describe('lines of a terminal', () => {
  it('go to who waits', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    const heard = lines.next(never);
    input.write('hé');
    input.write('llo\r\n');
    expect(await heard).toEqual({ kind: 'line', text: 'héllo' });
  });

  it('that came before anybody waited are dropped', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    input.write('a\n');
    await nextTurn();
    const heard = lines.next(never);
    input.write('r\n');
    expect(await heard).toEqual({ kind: 'line', text: 'r' });
  });

  it('that follow an answer in one go are dropped', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    const first = lines.next(never);
    input.write('a\na\na\n');
    expect(await first).toEqual({ kind: 'line', text: 'a' });
    const second = lines.next(never);
    input.write('r\n');
    expect(await second).toEqual({ kind: 'line', text: 'r' });
  });

  it('that were begun before anybody waited are no answer', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    input.write('a');
    await nextTurn();
    const first = lines.next(never);
    input.write('\n');
    expect(await first).toEqual({ kind: 'line', text: '' });
    const second = lines.next(never);
    input.write('r\nyes, a');
    expect(await second).toEqual({ kind: 'line', text: 'r' });
    await nextTurn();
    const third = lines.next(never);
    input.write('pprove\n');
    expect(await third).toEqual({ kind: 'line', text: '' });
    const fourth = lines.next(never);
    input.write('a\n');
    expect(await fourth).toEqual({ kind: 'line', text: 'a' });
  });

  it('are not waited for once the signal is aborted', async () => {
    const lines = new InputLines(new PassThrough());
    const controller = new AbortController();
    const heard = lines.next(controller.signal);
    controller.abort();
    expect(await heard).toEqual({ kind: 'aborted' });
    expect(await lines.next(controller.signal)).toEqual({ kind: 'aborted' });
  });

  it('end with the input', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    const heard = lines.next(never);
    input.end();
    expect(await heard).toEqual({ kind: 'ended' });
    expect(await lines.next(never)).toEqual({ kind: 'ended' });
  });

  it('end with a broken input, and by closing', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    const heard = lines.next(never);
    input.destroy(new Error('EIO'));
    expect(await heard).toEqual({ kind: 'ended' });
    const closed = new InputLines(new PassThrough());
    const waiting = closed.next(never);
    closed.close();
    expect(await waiting).toEqual({ kind: 'ended' });
  });

  it('of any length are bounded', async () => {
    const input = new PassThrough();
    const lines = new InputLines(input);
    const heard = lines.next(never);
    input.write('x'.repeat(1024 * 1024 + 1));
    await nextTurn();
    // The end of a line that is too long is not an answer of its own.
    input.write('a\n');
    expect(await heard).toEqual({ kind: 'line', text: '' });
    const next = lines.next(never);
    input.write('a\n');
    expect(await next).toEqual({ kind: 'line', text: 'a' });
  });
});
