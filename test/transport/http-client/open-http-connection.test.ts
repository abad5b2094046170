import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/protocol/index.js';
import { warner, wireListener } from '../../../src/transport/http-client/open-http-connection.js';
import type { WireEvent } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';

const warning = (text: string): Fault => new Fault('invalid_message', text);

describe('warner', () => {
  it('tells each warning once', () => {
    const told: string[] = [];
    const warn = warner({ onWarning: ({ message }) => told.push(message) });
    for (const text of ['a', 'b', 'a', 'b']) warn(warning(text));
    expect(told).toEqual(['a', 'b']);
  });

  it('falls silent before it could fill the memory', () => {
    let told = 0;
    const warn = warner({
      onWarning: () => {
        told++;
      },
    });
    for (let count = 0; count < 5000; count++) warn(warning(String(count)));
    expect(told).toBe(1000);
  });

  it('does not mind a listener that throws, or that is not there', () => {
    const warn = warner({
      onWarning: () => {
        throw new Error('mine');
      },
    });
    expect(() => warn(warning('a'))).not.toThrow();
    expect(() => warner({})(warning('a'))).not.toThrow();
  });
});

describe('wireListener', () => {
  it('does not exist unless somebody listens', () => {
    expect(wireListener('http', {})).toBeUndefined();
  });

  it('shows frames with their time, redacted', () => {
    const clock = new FakeClock();
    const events: WireEvent[] = [];
    clock.advance(1000);
    const wire = wireListener('http', { clock, onWire: (event) => events.push(event) });
    clock.advance(5);
    wire?.('sent', '{"authorization":"Bearer abcdefgh"}');
    expect(events).toMatchObject([{ direction: 'sent', transport: 'http', atMs: 5 }]);
    expect(events[0]?.text).not.toContain('abcdefgh');
  });

  it('does not mind a listener that throws', () => {
    const onWire = (): void => {
      throw new Error('mine');
    };
    expect(() => wireListener('http', { onWire })?.('sent', 'x')).not.toThrow();
  });
});
