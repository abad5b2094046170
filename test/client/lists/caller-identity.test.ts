import { describe, expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import { callerIdentity, FIXED_IDENTITY } from '../../../src/client/lists/caller-identity.js';
import { success } from '../../../src/protocol/index.js';
import type { HeaderSource } from '../../../src/transport/index.js';
import { answerJson, HttpScript, type Script } from '../../support/http-script.js';
import { initializeResult } from '../../support/scripted-server.js';

const URL = 'http://127.0.0.1:9/mcp';
const identityOf = (headers: HeaderSource) => callerIdentity(streamableHttpServer({ url: URL, headers }));

describe('the identity of a caller', () => {
  it.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ['the same token', { Authorization: 'Bearer a' }, { authorization: 'Bearer a' }, true],
    ['another token', { Authorization: 'Bearer a' }, { Authorization: 'Bearer b' }, false],
    ['another cookie', { Cookie: 'a' }, { Cookie: 'b' }, false],
    ['another key', { 'X-Api-Key': 'a' }, { 'X-Api-Key': 'b' }, false],
    ['none and one', {}, { Authorization: 'Bearer a' }, false],
    ['what is no secret', { A: '1', traceparent: '1' }, { traceparent: '2' }, true],
    ['another order', { Cookie: 'a', Authorization: 'b' }, { Authorization: 'b', Cookie: 'a' }, true],
  ])('%s: %j and %j are the same: %s', async (_what, one, other, isSame) => {
    const [first, second] = [await identityOf(() => one), await identityOf(async () => other)];
    expect(first === second).toBe(isSame);
  });

  it('says nothing of the secret', async () => {
    expect(await identityOf(() => ({ Authorization: 'Bearer secret' }))).not.toContain('secret');
  });

  it('never changes with fixed headers', async () => {
    expect(await identityOf({ Authorization: 'Bearer a' })).toBe(FIXED_IDENTITY);
  });

  it('fails by name when the function does', async () => {
    const failing = identityOf(() => {
      throw new Error('no token');
    });
    await expect(failing).rejects.toMatchObject({ code: 'handler_failed' });
  });
});

describe('kept lists', () => {
  /** Lists one tool, named for whoever asks. */
  const server: Script = ({ json, headers, method }, response) => {
    if (json?.method === 'initialize')
      answerJson(response, success(json.id ?? 0, initializeResult({ tools: {} })));
    else if (json?.method === 'tools/list') {
      const name = String(headers.authorization).replace('Bearer ', '');
      answerJson(response, success(json.id ?? 0, { tools: [{ name, inputSchema: { type: 'object' } }] }));
    } else response.writeHead(method === 'GET' ? 405 : 202).end();
  };

  it('are not shown to another caller', async () => {
    await using script = await HttpScript.start(server);
    let token = 'ada';
    const headers = () => ({ Authorization: `Bearer ${token}` });
    await using client = await McpClient.connect(streamableHttpServer({ url: script.url, headers }), {
      era: 'legacy',
      listen: false,
    });
    const names = async () => (await client.listTools()).map(({ name }) => name);
    expect([await names(), await names()]).toEqual([['ada'], ['ada']]);
    expect(script.of('tools/list')).toHaveLength(1);
    token = 'bob';
    expect(await names()).toEqual(['bob']);
    token = 'ada';
    expect(await names()).toEqual(['ada']);
    expect(script.of('tools/list')).toHaveLength(3);
  });
});
