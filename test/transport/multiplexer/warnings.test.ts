import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/protocol/index.js';
import { Warnings } from '../../../src/transport/multiplexer/warnings.js';

function make(maxStray = 2): { warnings: Warnings; told: Fault[] } {
  const told: Fault[] = [];
  return { warnings: new Warnings((fault) => void told.push(fault), 'server', maxStray), told };
}

describe('Warnings', () => {
  it('tells what a peer does once for each way', () => {
    const { warnings, told } = make();
    for (const did of ['sent a', 'sent b', 'sent a']) warnings.peer(did);
    expect(told.map(({ message }) => message)).toEqual(['The server sent a.', 'The server sent b.']);
  });

  it('tells a fault that can come again once', () => {
    const { warnings, told } = make();
    for (let time = 0; time < 3; time++) warnings.once(new Fault('limit_exceeded', 'too many'));
    expect(told).toHaveLength(1);
  });

  it('falls silent when a peer finds ever new ways', () => {
    const { warnings, told } = make();
    for (let way = 0; way < 1000; way++) warnings.peer(`sent ${way}`);
    expect(told).toHaveLength(256);
  });

  it.each([
    { count: 1, told: 1 },
    { count: 2, told: 3 },
    { count: 3, told: 3 },
  ])(
    'tells and keeps 2 stray frames, and then that there is more: of $count',
    ({ count, told: expected }) => {
      const { warnings, told } = make();
      for (let frame = 1; frame <= count; frame++) {
        warnings.stray(new Fault('invalid_json', 'm', { details: { excerpt: `line ${frame}` } }));
      }
      expect(told).toHaveLength(expected);
      expect(warnings.strayText.split('\n')).toHaveLength(Math.min(count, 2));
    },
  );

  it('keeps a callback that throws from doing harm', () => {
    const { warnings, told } = make();
    const error = new Error('mine');
    warnings.run(
      'onIncoming',
      () => {
        throw error;
      },
      1,
    );
    warnings.run('onIncoming', undefined, 1);
    expect(told).toMatchObject([{ code: 'handler_failed', cause: error }]);
  });

  it('needs nobody who listens', () => {
    const warnings = new Warnings(undefined, 'client', 1);
    warnings.peer('sent a');
    warnings.stray(new Fault('invalid_json', 'm', { details: { reason: 'why' } }));
    expect(warnings.strayText).toBe('why');
  });
});
