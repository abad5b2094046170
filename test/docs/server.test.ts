// The program of docs/server.md runs as it stands, and answers those who have the token.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../src/client/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'server.md'), 'utf8');
const [, PROGRAM = ''] = /^```js\n([\s\S]*?)^```/m.exec(PAGE) ?? [];

it('the server of docs/server.md answers with the token, and only with it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: ROOT,
    env: { ...process.env, ADDER_TOKEN: 's3cret', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    const target = (token: string) =>
      streamableHttpServer({ url, headers: { Authorization: `Bearer ${token}` } });
    await using client = await McpClient.connect(target('s3cret'));
    const { content } = await client.callTool('add', { a: 2, b: 3 });
    expect(content).toEqual([{ type: 'text', text: '5 for ann' }]);
    await expect(McpClient.connect(target('wrong'))).rejects.toMatchObject({ code: 'unauthorized' });
  } finally {
    child.kill('SIGKILL');
  }
}, 20_000);
