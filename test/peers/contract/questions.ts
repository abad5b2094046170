import { expect, it } from 'vitest';
import type { PeerSession } from '../peer-session.js';
import { textOf } from '../peer-session.js';
import type { Setting } from '../settings.js';

/** What servers ask of our client. */
export function questionsContract(setting: Setting, session: () => PeerSession): void {
  const call = async (name: string) => textOf(await session().client.callTool(name));

  if (!setting.keepsSession) {
    it.each(['ask', 'sample', 'roots'])('is not asked by `%s`, which has nobody to ask', async (name) => {
      expect(await call(name)).toContain('did not declare the required capability');
    });
    return;
  }

  it.each([
    [{ action: 'accept', content: { name: 'Ada' } } as const, 'accept: Ada'],
    [{ action: 'decline' } as const, 'decline: '],
    [{ action: 'cancel' } as const, 'cancel: '],
  ])('answers a form with %j', async (answer, text) => {
    session().asked.length = 0;
    session().answer = answer;
    expect(await call('ask')).toBe(text);
    expect(session().asked).toMatchObject([
      { message: 'Your name?', requestedSchema: { properties: { name: { type: 'string' } } } },
    ]);
  });

  it.each([
    ['sample', 'our-model: Hi.'],
    ['roots', 'file:///ours'],
  ])('answers what `%s` asks', async (name, text) => {
    expect(await call(name)).toBe(text);
  });
}
