import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import type { ResourceDefinition, ResourceReturn } from '../../../src/server/index.js';
import { McpServer } from '../../../src/server/index.js';
import { ScriptedClient } from '../../support/scripted-client.js';

const URI = 'test://r';

function serverWith(value: ResourceReturn, more: Partial<ResourceDefinition> = {}): McpServer {
  return new McpServer({ name: 'test', version: '1' }, { onLog: () => {} }).resource({
    uri: URI,
    name: 'r',
    read: () => value,
    ...more,
  });
}

const read = (server: McpServer, uri = URI) => new ScriptedClient(server).result('resources/read', { uri });

describe('what reading may return', () => {
  const full = { uri: 'test://other', text: 'x', _meta: { a: 1 } };
  it.each<[string, ResourceReturn, JsonObject]>([
    ['text', 'x', { contents: [{ uri: URI, mimeType: 'text/x', text: 'x' }] }],
    ['empty text', '', { contents: [{ uri: URI, mimeType: 'text/x', text: '' }] }],
    ['bytes', new Uint8Array([0, 255, 7]), { contents: [{ uri: URI, mimeType: 'text/x', blob: 'AP8H' }] }],
    ['contents', { text: 'x', mimeType: 'a/b' }, { contents: [{ uri: URI, mimeType: 'a/b', text: 'x' }] }],
    ['contents of another', full, { contents: [full] }],
    ['several', [full, { uri: URI, blob: 'AA==' }], { contents: [full, { uri: URI, blob: 'AA==' }] }],
    ['a result', { contents: [full], ttlMs: 9 }, { contents: [full], ttlMs: 9 }],
    ['no contents at all', { contents: [] }, { contents: [] }],
  ])('%s', async (_name, value, expected) => {
    expect(await read(serverWith(value, { mimeType: 'text/x' }))).toMatchObject(expected);
  });

  // requirement: resource-binary-encoded
  it('many bytes', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index);
    const result = await read(serverWith(bytes));
    const [contents] = result['contents'] as JsonObject[];
    expect(Buffer.from(contents?.['blob'] as string, 'base64').equals(bytes)).toBe(true);
  });

  // requirement: resource-internal-error-code, resource-standard-errors
  it.each<[unknown]>([[7], [{}], [{ uri: 'a:b' }], [[{ uri: 'a:b' }]], [[null]]])(
    'refuses %j',
    async (value) => {
      const client = new ScriptedClient(serverWith(value as ResourceReturn));
      expect(await client.error('resources/read', { uri: URI })).toEqual({
        code: -32603,
        message: 'Internal error',
      });
    },
  );
});

describe('a resource that does not exist', () => {
  // requirement: resource-not-found-code, resource-standard-errors, resource-not-found-not-empty
  // requirement: error-retired-codes-not-sent
  it.each<[string, McpServer, string]>([
    ['is not registered', serverWith('x'), 'test://none'],
    ['is not there when it is read', serverWith(undefined), URI],
  ])('%s', async (_name, server, uri) => {
    const modern = new ScriptedClient(server);
    expect(await modern.error('resources/read', { uri })).toMatchObject({ code: -32602, data: { uri } });
    const legacy = new ScriptedClient(server);
    await legacy.initialize();
    expect(await legacy.error('resources/read', { uri })).toMatchObject({ code: -32002, data: { uri } });
  });
});

describe('templates', () => {
  const server = serverWith('fixed')
    .resourceTemplate({
      uriTemplate: 'test://{id}/data',
      name: 'data',
      mimeType: 'application/json',
      read: ({ uri, variables }) =>
        variables['id'] === 'none' ? undefined : JSON.stringify({ uri, ...variables }),
    })
    .resourceTemplate({ uriTemplate: 'test://{+rest}', name: 'rest', read: () => 'rest' });

  it.each([
    ['test://7/data', '{"uri":"test://7/data","id":"7"}'],
    ['test://a%2Fb/data', '{"uri":"test://a%2Fb/data","id":"a/b"}'],
    ['test://a/b/c', 'rest'],
    [URI, 'fixed'],
  ])('%s', async (uri, text) => {
    expect(await read(server, uri)).toMatchObject({ contents: [{ uri, text }] });
  });

  it('may find that there is no such resource', async () => {
    const client = new ScriptedClient(server);
    expect((await client.error('resources/read', { uri: 'test://none/data' })).data).toEqual({
      uri: 'test://none/data',
    });
  });

  it('are a list of their own', async () => {
    const client = new ScriptedClient(server);
    expect(await client.result('resources/templates/list')).toMatchObject({
      resourceTemplates: [
        { uriTemplate: 'test://{id}/data', name: 'data', mimeType: 'application/json' },
        { uriTemplate: 'test://{+rest}', name: 'rest' },
      ],
    });
    expect(await client.result('resources/list')).toMatchObject({ resources: [{ uri: URI, name: 'r' }] });
    expect(server.resourceTemplates()).toHaveLength(2);
  });
});

describe('caching hints', () => {
  // requirement: cache-hints-sent
  it('of the resource win over those of the server, and those of the result over both', async () => {
    const cache = { ttlMs: 100, cacheScope: 'public' } as const;
    expect(await read(serverWith('x'))).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect(await read(serverWith('x', { cache }))).toMatchObject(cache);
    expect(await read(serverWith({ contents: [], ttlMs: 7 }, { cache }))).toMatchObject({
      ttlMs: 7,
      cacheScope: 'public',
    });
  });

  it('do not reach legacy clients', async () => {
    const client = new ScriptedClient(serverWith('x', { cache: { ttlMs: 100 } }));
    await client.initialize();
    expect(Object.keys(await client.result('resources/read', { uri: URI }))).toEqual(['contents']);
    expect(await client.result('resources/list')).toEqual({ resources: [{ uri: URI, name: 'r' }] });
  });
});

describe('definitions that are refused', () => {
  const server = new McpServer({ name: 'test', version: '1' });
  // requirement: resource-uris-validated, resource-custom-scheme-rfc3986
  it.each<[string, () => unknown, RegExp]>([
    ['a relative URI', () => server.resource({ uri: 'r', name: 'r', read: () => 'x' }), /absolute URI/],
    ['no function', () => server.resource({ uri: URI, name: 'r' } as never), /read/],
    [
      'a broken template',
      () => server.resourceTemplate({ uriTemplate: 'a:{', name: 'r', read: () => 'x' }),
      /./,
    ],
    [
      'a template without function',
      () => server.resourceTemplate({ uriTemplate: 'a:{b}', name: 'r' } as never),
      /read/,
    ],
    ['a prompt without function', () => server.prompt({ name: 'p' } as never), /get/],
  ])('%s', (_name, attempt, text) => {
    expect(attempt).toThrow(text);
  });

  it('a URI that is taken, until it is free again', () => {
    const taken = serverWith('x');
    const definition = { uri: URI, name: 'r', read: () => 'y' };
    expect(() => taken.resource(definition)).toThrow(/already/);
    expect(taken.removeResource(URI)).toBe(true);
    expect(taken.resource(definition).resources()).toHaveLength(1);
  });
});
