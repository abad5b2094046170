import { describe, expect, it } from 'vitest';
import { initializeParams, notificationFrame, requestFrame } from '../../../src/conformance/wire/frames.js';
import { META } from '../../../src/protocol/index.js';

const legacyOptions = { revision: '2025-11-25', capabilities: {} } as const;
const modernOptions = { revision: '2026-07-28', capabilities: { roots: {} } } as const;
const parse = (frame: string) => JSON.parse(frame) as { params?: { _meta?: Record<string, unknown> } };

describe('requestFrame', () => {
  it('has no envelope in a legacy revision', () => {
    expect(requestFrame(1, 'ping', undefined, legacyOptions)).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    );
    const meta = { progressToken: 7 };
    expect(parse(requestFrame(1, 'ping', undefined, { ...legacyOptions, meta })).params).toEqual({
      _meta: meta,
    });
  });

  it('has the whole envelope in a modern one, and keeps what the caller put into _meta', () => {
    const frame = requestFrame(1, 'tools/list', { cursor: 'c', _meta: { progressToken: 7 } }, modernOptions);
    expect(parse(frame).params).toMatchObject({
      cursor: 'c',
      _meta: {
        progressToken: 7,
        [META.PROTOCOL_VERSION]: '2026-07-28',
        [META.CLIENT_CAPABILITIES]: { roots: {} },
        [META.CLIENT_INFO]: { name: 'plainwire-check' },
      },
    });
  });

  it('leaves out single keys, and the envelope as a whole', () => {
    const without = requestFrame(
      1,
      'tools/list',
      {},
      { ...modernOptions, meta: { [META.CLIENT_INFO]: undefined } },
    );
    expect(parse(without).params?._meta).not.toHaveProperty(META.CLIENT_INFO);
    expect(parse(without).params?._meta).toHaveProperty(META.PROTOCOL_VERSION);
    expect(parse(requestFrame(1, 'tools/list', {}, { ...modernOptions, meta: null })).params).toEqual({});
  });
});

it('notificationFrame has no envelope', () => {
  expect(notificationFrame('notifications/initialized', undefined)).toBe(
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  );
});

it('initializeParams takes members away and lays others over', () => {
  const params = initializeParams('1999-01-01', {}, { clientInfo: undefined, capabilities: { roots: {} } });
  expect(JSON.parse(JSON.stringify(params))).toEqual({
    protocolVersion: '1999-01-01',
    capabilities: { roots: {} },
  });
});
