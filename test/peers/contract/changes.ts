import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.js';
import type { PeerSession } from '../peer-session.js';
import type { Setting } from '../settings.js';

/** Log messages, and what happens when something changes on the server. */
export function changesContract(setting: Setting, session: () => PeerSession): void {
  const client = () => session().client;

  it('is sent log messages', async () => {
    session().logs.length = 0;
    await client().callTool('log');
    expect(session().logs).toEqual([{ level: 'info', logger: 'peer', data: { said: 'höß' } }]);
  });

  if (!setting.keepsSession) {
    it('can subscribe, although the server has no stream to tell of changes on', async () => {
      await using subscription = client().subscribe({ resources: ['memo://hello'] });
      expect(await subscription.ready).toEqual({ resources: ['memo://hello'] });
      await subscription.close();
      const warnings = session().warnings.splice(0);
      expect(warnings).toMatchObject([
        { code: 'capability_missing', message: expect.stringContaining('not opened an event stream') },
      ]);
    });
    return;
  }

  it('keeps the list of tools until it changes', async () => {
    await client().listTools();
    const before = session().requests('tools/list');
    await client().listTools();
    expect(session().requests('tools/list')).toBe(before);
    session().changed.length = 0;
    // Again and again, because the stream that tells of it may still be opening.
    await waitFor('the change is known', async () => {
      await client().callTool('grow');
      return session().changed.includes('tools');
    });
    const tools = await client().listTools();
    expect(session().requests('tools/list')).toBe(before + 1);
    if (setting.sdk === 'sdk1') expect(tools.some(({ name }) => name.startsWith('grown-'))).toBe(true);
  });

  it('subscribes to a resource and to the list of tools', async () => {
    await using subscription = client().subscribe({ tools: true, resources: ['memo://hello'] });
    expect(await subscription.ready).toEqual({ tools: true, resources: ['memo://hello'] });
    const seen = new Set<string>();
    const reading = (async () => {
      for await (const change of subscription)
        seen.add(change.kind === 'resource' ? change.uri : change.kind);
    })();
    await waitFor('both changes came', async () => {
      await client().callTool('touch');
      await client().callTool('grow');
      return seen.has('memo://hello') && seen.has('tools');
    });
    await subscription.close();
    await reading;
    expect([...seen].sort()).toEqual(['memo://hello', 'tools']);
  });
}
