import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMcpConfig } from '../../src/adapters/index.js';
import { approvalsDescription, httpDescription, stdioDescription, TOKEN } from '../support/descriptions.js';

const servers = [httpDescription(), stdioDescription(), approvalsDescription()];

describe('one config file for several servers', () => {
  it('names them all, for this user alone, and goes when it is closed', async () => {
    const file = await writeMcpConfig(servers);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({
      mcpServers: {
        engine: expect.objectContaining({ type: 'http', headers: { Authorization: `Bearer ${TOKEN}` } }),
        child: expect.objectContaining({ type: 'stdio', env: { API_KEY: 'secret-key' } }),
        gate: expect.objectContaining({ type: 'http', timeout: 60_500, alwaysLoad: true }),
      },
    });
    await file.close();
    await file.close();
    expect(() => statSync(dirname(file.path))).toThrow('ENOENT');
  });

  it('goes to a path that is given, over what is there, and stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
    const path = join(folder, 'servers.json');
    await writeFile(path, '{}', { mode: 0o644 });
    {
      await using file = await writeMcpConfig(servers, { path });
      expect(file.path).toBe(path);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('engine');
    await rm(folder, { recursive: true });
  });

  it('is not written for two of one name', async () => {
    await expect(writeMcpConfig([httpDescription(), httpDescription()])).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('says which path cannot be written, and nothing of what is in it', async () => {
    const error = await writeMcpConfig(servers, { path: '/nowhere/at/all.json' }).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({
      code: 'config_unwritable',
      message: expect.stringContaining('/nowhere/at/all.json'),
    });
    expect(`${error?.message}${error?.stack}${JSON.stringify(error)}`).not.toMatch(/secret/);
  });
});
