import { describe, expect, it } from 'vitest';
import { watchProcess } from '../../../src/cli/agents/process-watch.js';
import { ChildProgram } from '../../support/child-program.js';
import { waitFor } from '../../support/wait-for.js';

describe('a process that is no child', () => {
  it('is noticed to be gone', async () => {
    const other = new ChildProgram(['-e', 'setInterval(() => {}, 1000)']);
    const watch = watchProcess(other.pid);
    expect(watch.gone.aborted).toBe(false);
    await other.kill();
    await waitFor('it is noticed', () => watch.gone.aborted);
    expect(String(watch.gone.reason)).toContain(String(other.pid));
  });

  it('is noticed when it was gone before', async () => {
    const other = new ChildProgram(['-e', '']);
    await other.ended;
    const watch = watchProcess(other.pid);
    await waitFor('it is noticed', () => watch.gone.aborted);
  });

  it('is not said to be gone while it runs', async () => {
    const gone = new ChildProgram(['-e', '']);
    await gone.ended;
    const ours = watchProcess(process.pid);
    const other = watchProcess(gone.pid);
    await waitFor('it has been looked for', () => other.gone.aborted);
    expect(ours.gone.aborted).toBe(false);
    ours.close();
  });
});
