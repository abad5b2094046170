import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stdioCommand } from '../../../src/server/index.js';

const FILE = import.meta.filename;

describe('the command for a module', () => {
  it.each([
    ['an absolute path', FILE],
    ['a path from here', relative(process.cwd(), FILE)],
    ['a URL', pathToFileURL(FILE)],
    ['the text of a URL', pathToFileURL(FILE).href],
  ])('is this interpreter and an absolute path, for %s', (_what, module) => {
    expect(stdioCommand(module)).toEqual([process.execPath, FILE]);
  });

  it('finds what a package exports', () => {
    const [, path] = stdioCommand('typescript/package.json');
    expect(path).toMatch(/node_modules.typescript.package\.json$/);
  });

  it.each(['./no/such/file.js', 'no-such-package', 'file:///no/such/file.js'])('refuses %s', (module) => {
    expect(() => stdioCommand(module)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(stdioCommand(FILE))).toBe(true);
  });
});
