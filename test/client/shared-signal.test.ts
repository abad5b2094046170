// One signal for everything that an application does at once: Node.js warns of a leak from the eleventh listener on.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import { legacyServer, modernServer, SILENCE } from '../support/scripted-server.js';
import { waitFor } from '../support/wait-for.js';

const MANY = 30;
const CAPABILITIES = { tools: {} };
const SERVERS = [
  ['modern', () => modernServer({ 'tools/call': SILENCE }, CAPABILITIES)],
  ['legacy', () => legacyServer({ 'tools/call': SILENCE }, CAPABILITIES)],
] as const;

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe.each(SERVERS)('one signal for many calls to a %s server', (_era, make) => {
  it('gets one listener, cancels them all, and is let go of', async () => {
    const server = make();
    const controller = new AbortController();
    const { signal } = controller;
    await using client = await McpClient.connect(server.target, { listen: false, signal });
    expect(listeners(signal)).toBe(0);
    const calls = Array.from({ length: MANY }, () => client.callTool('slow', {}, { signal }));
    const settled = Promise.allSettled(calls);
    await waitFor('all calls are out', () => server.requests('tools/call').length === MANY);
    expect(listeners(signal)).toBe(1);
    controller.abort();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    }
    expect(listeners(signal)).toBe(0);
  });

  it('gets one listener from many clients that connect', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const connecting = Array.from({ length: MANY }, () => McpClient.connect(make().target, { signal }));
    const count = listeners(signal);
    const clients = await Promise.all(connecting);
    expect(count).toBe(1);
    expect(listeners(signal)).toBe(0);
    await Promise.all(clients.map((client) => client.close()));
  });
});
