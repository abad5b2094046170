import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.js';
import type { PeerSession } from '../peer-session.js';
import { textOf } from '../peer-session.js';
import type { Setting } from '../settings.js';

const MIB = 2 ** 20;

const MESSAGES: readonly (readonly [string, string])[] = [
  ['ASCII', 'hello'],
  ['nothing', ''],
  ['letters beyond ASCII', 'höß Ωמ日本'],
  ['characters beyond the basic plane', '🦉👩‍👩‍👧'],
  ['line separators that JSON does not escape', 'a\u2028b\u2029c'],
  ['control characters', '\u0000\u001f\r\n\t\u007f\u0085'],
  ['what looks like JSON and SSE', '{"id":1}\n\ndata: x\n\nevent: y'],
  ['1 MiB of ASCII', 'x'.repeat(MIB)],
  ['1 MiB of two-byte letters', 'ß'.repeat(MIB / 2)],
];

/** Calls of tools: what every server on an SDK does with our client. */
export function callsContract(setting: Setting, session: () => PeerSession): void {
  const call: PeerSession['client']['callTool'] = (...args) => session().client.callTool(...args);

  it.each(MESSAGES)('carries %s there and back', async (_what, message) => {
    expect(textOf(await call('echo', { message })) === message).toBe(true);
  });

  it('gives structured content', async () => {
    const result = await call('add', { a: 1, b: 2 });
    expect(result).toMatchObject({ content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 } });
  });

  it('gives the failure of a tool as a result', async () => {
    const result = await call('fail');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe('on purpose');
  });

  it('gives wrong arguments as a result that names them', async () => {
    const result = await call('add', { a: 'one' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('number');
  });

  it('gives an unknown tool as the server does', async () => {
    if (setting.sdk === 'sdk2') {
      await expect(call('no-such-tool')).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
      return;
    }
    // SDK 1.x makes a result of it.
    const result = await call('no-such-tool');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('no-such-tool');
  });

  it('tells of progress, in order and before the result', async () => {
    const steps: unknown[] = [];
    await call('count', {}, { onProgress: (progress) => steps.push(progress) });
    expect(steps).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
  });

  it('cancels a call while it runs, on both sides', async () => {
    const cancellations = () => session().peerSaid('peer: cancelled');
    const before = cancellations();
    const controller = new AbortController();
    const hanging = call(
      'hang',
      {},
      { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) },
    );
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor('the peer has cancelled', () => cancellations() === before + 1);
    expect(textOf(await call('echo', { message: 'still here' }))).toBe('still here');
  });

  it('has 64 calls in flight', async () => {
    const messages = Array.from({ length: 64 }, (_, index) => `${index} ${'x'.repeat(index * 100)}`);
    const results = await Promise.all(messages.map((message) => call('echo', { message })));
    expect(results.map(textOf)).toEqual(messages);
  });

  it('answers a ping', async () => {
    await expect(session().client.ping()).resolves.toBeUndefined();
  });

  // SDK 1.x knows nothing of headers for arguments.
  if (setting.sdk === 'sdk1') return;
  const isMirrored = setting.isModern && setting.carrier === 'http';
  it.each([
    ['eu-1', 'eu-1'],
    ['Straße 🦉', '=?base64?U3RyYcOfZSDwn6aJ?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ])('mirrors %j into a header where that is asked for', async (region, header) => {
    const expected = `${region}, header: ${isMirrored ? header : 'none'}`;
    expect(textOf(await call('region', { region }))).toBe(expected);
  });
}
