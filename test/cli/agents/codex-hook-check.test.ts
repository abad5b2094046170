import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCodexHook } from '../../../src/cli/agents/codex-hook-check.js';

const FAKE = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-codex.mjs');
const check = (TRUST: string, program = FAKE, more: Record<string, string> = {}) =>
  checkCodexHook({
    command: process.execPath,
    args: [program, 'app-server', '-c', 'hooks.PreToolUse=[]'],
    env: { PATH: process.env['PATH'], TRUST, ...more },
  });

describe('what Codex makes of the hook', () => {
  it('is fine when it trusts it', async () => {
    await check('trusted');
  });

  it.each([
    ['untrusted', /it says: untrusted/],
    ['modified', /it says: modified/],
    ['none', /no such hook/],
  ])('is a refusal when it says %s', async (trust, message) => {
    await expect(check(trust)).rejects.toMatchObject({
      code: 'capability_missing',
      message: expect.stringMatching(message),
    });
  });

  it('is a refusal when the hook before a call is not among them', async () => {
    await expect(check('trusted', FAKE, { HOOK_EVENT: 'permissionRequest' })).rejects.toMatchObject({
      code: 'capability_missing',
      message: expect.stringMatching(/no such hook/),
    });
  });

  it('cannot be found out when there is no answer', async () => {
    await expect(check('trusted', '/no/such/codex.js')).rejects.toMatchObject({ code: 'spawn_failed' });
    const missing = checkCodexHook({ command: '/no/such/codex', args: [], env: {} });
    await expect(missing).rejects.toMatchObject({ code: 'spawn_failed' });
  });
});
