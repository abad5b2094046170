import { describe, expect, it } from 'vitest';
import type { McpClientOptions } from '../../src/client/index.js';
import { stdioServer, streamableHttpServer } from '../../src/client/index.js';
import { resolveOptions } from '../../src/client/options.js';
import { Fault, VERSION } from '../../src/protocol/index.js';

const STDIO = stdioServer({ command: 'server' });

describe('the defaults', () => {
  it('are as documented', () => {
    expect(resolveOptions(STDIO, {})).toMatchObject({
      clientInfo: { name: 'plainwire', version: VERSION },
      eras: ['modern', 'legacy'],
      connectMs: 60_000,
      probeMs: 5_000,
      idleMs: 60_000,
      toolIdleMs: 300_000,
      totalMs: 3_600_000,
      isTotalDefault: true,
      listTtlMs: { tools: 30_000, resources: 30_000, resourceTemplates: 30_000, prompts: 0 },
      keepsLists: true,
    });
  });
});

describe('options', () => {
  it.each<{ options: McpClientOptions; config: object }>([
    { options: { timeouts: { idleMs: 7 } }, config: { idleMs: 7, toolIdleMs: 7 } },
    { options: { timeouts: { totalMs: 7 } }, config: { totalMs: 7, isTotalDefault: false } },
    {
      options: { timeouts: { idleMs: Number.POSITIVE_INFINITY } },
      config: { idleMs: Number.POSITIVE_INFINITY },
    },
    { options: { era: 'legacy' }, config: { eras: ['legacy'] } },
    { options: { revision: '2026-07-28' }, config: { eras: ['modern'] } },
    { options: { cache: false }, config: { keepsLists: false, eraCache: undefined } },
    { options: { cache: { listTtlMs: 5 } }, config: { listTtlMs: { tools: 5, prompts: 5 } } },
    {
      options: { cache: { listTtlMs: { prompts: 5 } } },
      config: { listTtlMs: { tools: 30_000, prompts: 5 } },
    },
  ])('$options', ({ options, config }) => {
    expect(resolveOptions(STDIO, options)).toMatchObject(config);
  });

  // requirement: extension-id-format
  it.each<[object, RegExp]>([
    [{ capabilities: { extensions: { ui: {} } } }, /extensions.*needs a prefix/],
    [{ capabilities: { extensions: { 'com.example/-ui': {} } } }, /extensions.*must begin and end/],
    [{ timeouts: { idleMs: -1 } }, /idleMs/],
    [{ revision: '2025-11-25', era: 'modern' }, /give one of the two/],
  ])('%j are refused', (options, text) => {
    const resolve = () => resolveOptions(STDIO, options as McpClientOptions);
    expect(resolve).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(resolve).toThrow(text);
  });

  it('a description of a server may carry its own total', () => {
    const target = streamableHttpServer({ url: 'http://127.0.0.1/mcp', timeoutMs: 9 });
    const config = resolveOptions(target, { timeouts: { totalMs: 7 } });
    expect(config).toMatchObject({ totalMs: 9, isTotalDefault: false });
  });

  it('a warning handler that throws does no harm', () => {
    const config = resolveOptions(STDIO, {
      onWarning: () => {
        throw new Error('boom');
      },
    });
    expect(() => config.warn(new Fault('closed', 'x'))).not.toThrow();
  });
});
