// What goes over the wire between our two ends, frame by frame.
import { describe, expect, it } from 'vitest';
import { McpClient, type McpClientOptions, stdioServer } from '../../src/client/index.js';
import type { JsonObject, Revision } from '../../src/protocol/index.js';
import { lintMessage } from '../../src/protocol/index.js';
import { decodeMessage } from '../../src/protocol/jsonrpc/decode.js';
import { connectInMemory, McpServer } from '../../src/server/index.js';
import { waitFor } from '../support/wait-for.js';

const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
const HANDLERS: McpClientOptions = {
  onElicit: () => ({ action: 'accept', content: { name: 'Ann' } }),
  onSample: () => ({ role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }),
  roots: [{ uri: 'file:///work' }],
};

function newServer(): McpServer {
  return new McpServer({ name: 'test', version: '1' }, { logging: true, onLog: () => {} })
    .tool({
      name: 'ask',
      run: async (_args, context) => {
        await Promise.all([
          context.elicit({ message: 'Who?', requestedSchema: form }),
          context.sample({ messages: [], maxTokens: 1 }),
          context.roots(),
        ]);
        return 'asked';
      },
    })
    .tool({ name: 'fail', run: () => Promise.reject(new Error('no')) });
}

async function framesOf(revision: Revision) {
  const received: JsonObject[] = [];
  const client = await McpClient.connect(connectInMemory(newServer()), {
    ...HANDLERS,
    revision,
    onWire: ({ direction, text }) => {
      if (direction === 'received') received.push(JSON.parse(text ?? '') as JsonObject);
    },
  });
  await client.callTool('ask');
  await client.callTool('fail');
  await client.listTools();
  await client.readResource('a:b').catch(() => {});
  await client.close();
  return received;
}

describe('a server', () => {
  // requirement: stdio-server-sends-no-requests, server-sends-no-requests
  // requirement: server-cancelled-only-for-subscription
  it('sends no requests in 2026-07-28, whatever it wants to know', async () => {
    const received = await framesOf('2026-07-28');
    expect(received.length).toBeGreaterThan(4);
    expect(received.filter((frame) => 'method' in frame && 'id' in frame)).toEqual([]);
    expect(received.filter(({ method }) => method === 'notifications/cancelled')).toEqual([]);
  });

  it('asks by requests before', async () => {
    const received = await framesOf('2025-11-25');
    const asked = received.filter((frame) => 'method' in frame && 'id' in frame).map(({ method }) => method);
    expect(asked.sort()).toEqual(['elicitation/create', 'roots/list', 'sampling/createMessage']);
  });
});

/** Writes what comes on stdin to stderr, line by line, and answers every request with an empty or wanted result. */
const RECORDER = `
  const results = {
    'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'r', version: '1' } },
    'tools/call': { resultType: 'complete', content: [] },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    process.stderr.write(JSON.stringify(line) + '\\n');
    const { id, method } = JSON.parse(line);
    if (id !== undefined && method !== 'hang') {
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    }
  }).on('close', () => process.stderr.write('"end"\\n'));
`;

describe('a client on stdio', () => {
  // requirement: stdio-client-no-stdin-noise, messages-are-json-rpc
  it.each<Revision>(['2026-07-28', '2025-11-25'])('writes nothing but messages of %s', async (revision) => {
    let stderr = '';
    const target = stdioServer({ command: process.execPath, args: ['-e', RECORDER] });
    const client = await McpClient.connect(target, {
      ...HANDLERS,
      revision,
      onWarning: () => {},
      openConnection: async (server, options) => {
        const { openConnection } = await import('../../src/transport/index.js');
        return openConnection(server, {
          ...options,
          onStderr: (text) => {
            stderr += text;
          },
        });
      },
    });
    await client.callTool('t', { text: 'a\nb\u2028c' });
    const stop = new AbortController();
    const hanging = client.request('hang', {}, { signal: stop.signal });
    hanging.catch(() => {});
    await waitFor('the request has come', () => stderr.includes('hang'));
    stop.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    await client.notifyRootsChanged();
    await waitFor('the cancellation has come', () => stderr.includes('notifications/cancelled'));
    await client.close();
    await waitFor('the end has come', () => stderr.includes('"end"'));
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string);
    const written = lines.filter((line) => line !== 'end');
    expect(written.length).toBeGreaterThan(3);
    for (const line of written) {
      const message = decodeMessage(line, { revision });
      expect(message.kind, line).toMatch(/^(request|notification)$/);
      if (message.kind !== 'request' && message.kind !== 'notification') continue;
      if (message.method !== 'hang') expect(lintMessage(message, revision, 'client'), line).toEqual([]);
    }
  });
});
