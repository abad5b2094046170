import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeBuiltin } from '../../src/transport/index.js';

describe('nodeBuiltin', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives a module of Node', () => {
    expect(nodeBuiltin('node:path').posix.join('a', 'b')).toBe('a/b');
  });

  it.each([
    { name: 'no process', process: undefined },
    { name: 'a process without built-in modules', process: { env: {} } },
    { name: 'a process that does not know the module', process: { getBuiltinModule: () => undefined } },
  ])('says what is missing where there is $name', (platform) => {
    vi.stubGlobal('process', platform.process);
    expect(() => nodeBuiltin('node:child_process')).toThrow(
      expect.objectContaining({
        code: 'platform_missing',
        message: expect.stringContaining('node:child_process'),
      }),
    );
  });
});
