import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { traceFile } from '../../../src/conformance/index.js';
import type { Fault } from '../../../src/protocol/index.js';

const folder = mkdtempSync(join(tmpdir(), 'plainwire-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('traceFile', () => {
  it('has each line in the file at once, for its owner only', () => {
    const path = join(folder, 'a.jsonl');
    const sink = traceFile(path);
    sink.write('one');
    expect(readFileSync(path, 'utf8')).toBe('one\n');
    sink.write('two');
    sink.close();
    sink.close();
    sink.write('after the end');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('says that the file cannot be made', () => {
    expect(() => traceFile(join(folder, 'no', 'such', 'folder'))).toThrow(
      expect.objectContaining({ code: 'trace_unwritable', message: expect.stringContaining('ENOENT') }),
    );
  });

  it.runIf(process.platform === 'linux')('warns once when it cannot write any more, and never throws', () => {
    const warnings: Fault[] = [];
    const sink = traceFile('/dev/full', (warning) => warnings.push(warning));
    sink.write('one');
    sink.write('two');
    sink.close();
    expect(warnings).toMatchObject([{ code: 'trace_unwritable', details: { systemCode: 'ENOSPC' } }]);
  });
});
