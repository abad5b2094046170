import { describe, expect, it } from 'vitest';
import { liveFrame } from '../../../src/conformance/replay/live-frame.js';
import { OpaqueValues } from '../../../src/conformance/replay/opaque-values.js';
import { actionOf, type Side, type Step } from '../../../src/conformance/replay/steps.js';

const step = (dir: Side, frame: string | Uint8Array): Step => ({
  ...actionOf(dir, 'frame', frame),
  index: 0,
  line: 2,
  isCut: false,
  lane: undefined,
});

/** What a replayed server says once the client has used these values for the recorded ones. */
function served(
  frame: string | Uint8Array,
  ...pairs: readonly [kind: 'id' | 'token', recorded: unknown, live: unknown][]
) {
  const opaque = new OpaqueValues('server');
  for (const [kind, recorded, live] of pairs)
    opaque.learn({ place: { kind, maker: 'client', defines: true }, recorded, live });
  return liveFrame(step('server', frame), opaque);
}

describe('liveFrame', () => {
  const odd = '{ "result" : {"b":1e2,"a":[]},  "jsonrpc":"2.0", "id":1 }';

  it.each([
    ['a message with nothing to replace', odd],
    ['text that is no message', 'no {json'],
    ['nothing', ''],
  ])('is the very same text: %s', (_, frame) => {
    expect(served(frame)).toBe(frame);
  });

  it('is the very same bytes where they are no text', () => {
    const bytes = Uint8Array.of(0xff, 0x0a);
    expect(served(bytes)).toBe(bytes);
  });

  it('is the same text when the client uses the same id', () => {
    expect(served(odd, ['id', 1, 1])).toBe(odd);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"id":1}}', { id: 'live', result: { id: 1 } }],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
      { id: 'live', error: { code: 1, message: 'x' } },
    ],
    [
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      { method: 'notifications/cancelled', params: { requestId: 1 } },
    ],
    [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}',
      { method: 'notifications/progress', params: { progressToken: 9, progress: 1 } },
    ],
    ['[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]', undefined],
  ])('has the live values in %s', (frame, expected) => {
    const live = JSON.parse(String(served(frame, ['id', 1, 'live'], ['token', 'p', 9])));
    if (expected === undefined) expect(live).toMatchObject([{ id: 'live' }, { id: 2 }]);
    else expect(live).toEqual({ jsonrpc: '2.0', ...expected });
  });

  it('plays a batch with a broken member as it is', () => {
    const frame = '[{"jsonrpc":"2.0","id":1,"result":{}},7]';
    expect(served(frame, ['id', 1, 'live'])).toBe(frame);
  });
});
