import { describe, expect, it } from 'vitest';
import type { FileText } from '../../../src/server/asking/file-change.js';
import { fileChange } from '../../../src/server/asking/file-change.js';

const holding = (text: string) => async (): Promise<FileText> => ({ kind: 'text', text });
const absent = async (): Promise<FileText> => ({ kind: 'absent' });
const unreadable = async (): Promise<FileText> => ({ kind: 'unreadable', why: 'it has 5000000 bytes' });
const path = '/x/a.txt';

describe('the change of a file', () => {
  it('by Write is everything', async () => {
    const args = { file_path: path, content: 'new' };
    expect(await fileChange('Write', args, holding('old'))).toEqual({
      path,
      before: 'old',
      after: 'new',
      remark: undefined,
      shown: ['content'],
    });
  });

  it.each([
    ['there is none yet', absent, 'a new file'],
    ['it cannot be shown', unreadable, expect.stringContaining('it has 5000000 bytes')],
  ])('says when %s', async (_name, read, remark) => {
    expect(await fileChange('Write', { file_path: path, content: 'new' }, read)).toMatchObject({
      before: '',
      remark,
    });
  });

  it.each([
    ['the first place', { old_string: 'b', new_string: 'B' }, 'aBbb'],
    ['all places', { old_string: 'b', new_string: 'B', replace_all: true }, 'aBBB'],
    ['no pattern', { old_string: 'b', new_string: '$&$1' }, 'a$&$1bb'],
  ])('by Edit is at %s', async (_name, edit, after) => {
    expect(await fileChange('Edit', { file_path: path, ...edit }, holding('abbb'))).toMatchObject({
      before: 'abbb',
      after,
      remark: undefined,
      shown: ['old_string', 'new_string'],
    });
  });

  it.each([
    ['what is to be replaced is not there', holding('zzz'), 'only the parts: not found in the file'],
    ['the file is not there', absent, 'only the parts: the file cannot be shown'],
  ])('by Edit is the parts when %s', async (_name, read, remark) => {
    const args = { file_path: path, old_string: 'b', new_string: 'B' };
    expect(await fileChange('Edit', args, read)).toMatchObject({ before: 'b', after: 'B', remark });
  });

  it('by MultiEdit is one after the other', async () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c' },
    ];
    const change = await fileChange('MultiEdit', { file_path: path, edits }, holding('a'));
    expect(change).toMatchObject({ before: 'a', after: 'c', shown: ['edits'] });
  });

  it.each([
    ['cannot be shown', unreadable],
    ['holds something else', holding('zzz')],
  ])(
    'by MultiEdit hides no edit when the file %s, though the parts together are the same',
    async (_how, read) => {
      const edits = [
        { old_string: 'a\nb', new_string: 'a' },
        { old_string: 'c', new_string: 'b\nc' },
      ];
      const change = await fileChange('MultiEdit', { file_path: path, edits }, read);
      expect(change).toMatchObject({ before: change?.after, shown: [] });
    },
  );

  it.each([
    ['another tool', 'Bash', { command: 'ls', file_path: path, content: 'x' }],
    ['a tool named like a member of objects', 'toString', { file_path: path }],
    ['no path', 'Write', { content: 'x' }],
    ['content that is no text', 'Write', { file_path: path, content: 7 }],
    ['edits that are no list', 'MultiEdit', { file_path: path, edits: 'all' }],
    ['an edit that is none', 'MultiEdit', { file_path: path, edits: [null] }],
    ['an edit without its new text', 'Edit', { file_path: path, old_string: 'a' }],
  ])('is not made up for %s', async (_name, tool, args) => {
    expect(await fileChange(tool, args, holding('a'))).toBeUndefined();
  });
});
