import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

describe('a process without a terminal', () => {
  it('cannot ask, and starts nothing', async () => {
    // Detached: a session of its own, without a controlling terminal.
    const child = spawn(process.execPath, [COMMAND, 'approve', '--', 'claude', '-p', 'hello'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(text).toContain('There is no terminal to ask in');
  });
});
