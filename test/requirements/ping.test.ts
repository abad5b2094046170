import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { legacyServer, SILENCE } from '../support/scripted-server.js';

async function connected() {
  const clock = new FakeClock();
  const server = legacyServer({ ping: SILENCE });
  const client = await McpClient.connect(server.target, { clock, revision: '2025-11-25' });
  return { clock, server, client };
}

describe('a ping', () => {
  // requirement: ping-not-excessive
  it('is never sent unless the application wants one', async () => {
    const { clock, server, client } = await connected();
    clock.advance(24 * 3_600_000);
    expect(server.methods).not.toContain('ping');
    expect(clock.pending).toBe(0);
    await client.close();
  });

  // requirement: ping-timeout-suitable, ping-failure-logged
  it.each([
    { options: { idleMs: 250 }, ms: 250 },
    { options: {}, ms: 60_000 },
  ])('that is not answered within $ms ms is an error that says so', async ({ options, ms }) => {
    const { clock, server, client } = await connected();
    const pinging = client.ping(options);
    pinging.catch(() => {});
    await server.sees('ping');
    clock.advance(ms);
    await expect(pinging).rejects.toMatchObject({ code: 'timed_out', details: { method: 'ping', ms } });
    await client.close();
  });
});
