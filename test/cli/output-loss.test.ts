import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.js';
import { watchOutput } from '../../src/cli/output-loss.js';

function watched() {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const notes: string[] = [];
  let losses = 0;
  const loss = watchOutput(streams as never, { note: (text) => notes.push(text) }, () => losses++);
  return { ...streams, notes, loss, losses: () => losses };
}

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('watchOutput', () => {
  it.each([
    ['stdout', 'EPIPE', undefined, 0, 1],
    ['stdout', 'ENOSPC', EXIT.outputLost, 1, 1],
    ['stdout', 'EIO', EXIT.outputLost, 1, 1],
    ['stderr', 'EPIPE', undefined, 0, 1],
    ['stderr', 'ENOSPC', undefined, 0, 0],
  ] as const)(
    '%s fails with %s: exit code %s, %d notes, told %d times',
    (name, code, exitCode, notes, told) => {
      const subject = watched();
      subject[name].emit('error', failure(code));
      expect(subject.loss.exitCode).toBe(exitCode);
      expect(subject.notes).toHaveLength(notes);
      expect(subject.losses()).toBe(told);
    },
  );

  it('says it once', () => {
    const { stdout, notes } = watched();
    stdout.emit('error', failure('ENOSPC'));
    stdout.emit('error', failure('ENOSPC'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('ENOSPC');
  });
});
