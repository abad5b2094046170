import { describe, expect, it } from 'vitest';
import { questionScreen } from '../../../src/server/asking/question-screen.js';

const brief = { isFull: false };

describe('the screen of a question', () => {
  it('shows every argument', () => {
    const args = { command: 'ls -l', flags: { all: true }, script: 'a\nb', count: 0, nothing: null };
    expect(questionScreen(args, undefined, brief)).toEqual({
      lines: [
        '  command: ls -l',
        '  flags:',
        '    {',
        '      "all": true',
        '    }',
        '  script:',
        '    a',
        '    b',
        '  count: 0',
        '  nothing: null',
      ],
      isCut: false,
    });
  });

  it('says when there are none', () => {
    expect(questionScreen({}, undefined, brief).lines).toEqual(['  (no arguments)']);
  });

  it('shows a change as a diff, and what is beside it', () => {
    const change = { path: '/x', before: 'a\n', after: 'b\n', remark: 'a remark', shown: ['content'] };
    const args = { file_path: '/x', content: 'b\n', mode: 'odd' };
    expect(questionScreen(args, change, brief).lines).toEqual([
      '  file_path: /x',
      '  content: see the difference',
      '  mode: odd',
      '  --- /x',
      '  +++ /x (a remark)',
      '  @@ -1 +1 @@',
      '  -a',
      '  +b',
    ]);
  });

  it('says when nothing changes', () => {
    const change = { path: '/x', before: 'a', after: 'a', remark: undefined, shown: [] };
    expect(questionScreen({}, change, brief).lines.at(-1)).toBe('  (no difference)');
  });

  it.each([
    ['arguments', { 'na\x1bme': 'va\x1b[2Jlue' }, undefined],
    ['values below', { x: { y: '\x1b[2J' } }, undefined],
    ['blocks', { x: 'a\n\x1b[2J' }, undefined],
    ['paths', {}, { path: '/\x1b[2J', before: '', after: 'x', remark: undefined, shown: [] }],
    ['changes', {}, { path: '/x', before: '\x1b[2J', after: '\x9b2J', remark: undefined, shown: [] }],
  ])('makes %s printable', (_name, args, change) => {
    const text = questionScreen(args, change, { isFull: true }).lines.join('');
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text).toMatch(/\\u|\\\\u/);
  });

  it('pushes no argument off the screen by a long one before it', () => {
    const filler = 'x\n'.repeat(10_000);
    const args = { description: filler, reason: filler, command: 'rm -rf /', script: 'a\nb' };
    const { lines, isCut } = questionScreen(args, undefined, brief);
    expect(isCut).toBe(true);
    expect(lines.length).toBeLessThan(70);
    expect(lines).toContain('  command: rm -rf /');
    expect(lines.slice(-3)).toEqual(['  script:', '    a', '    b']);
    expect(lines.filter((line) => line.endsWith(' more lines'))).toHaveLength(2);
  });

  it('says that there are more arguments than it shows', () => {
    const args = Object.fromEntries(Array.from({ length: 1000 }, (_none, at) => [`a${at}`, 1]));
    const { lines, isCut } = questionScreen(args, undefined, brief);
    expect(isCut).toBe(true);
    expect(lines).toHaveLength(121);
    expect(lines.at(-1)).toBe('  … 880 more lines');
  });

  it('shows a change of any length', () => {
    const change = { path: '/x', before: '', after: 'x\n'.repeat(200_000), remark: undefined, shown: [] };
    expect(questionScreen({}, change, brief)).toMatchObject({ isCut: true });
    expect(questionScreen({}, change, { isFull: true }).lines).toHaveLength(200_004);
  });

  it.each([
    ['many lines', 'x\n'.repeat(100), '  … 42 more lines'],
    ['a long line', `${'y'.repeat(1000)}`, expect.stringContaining('… 610 more characters')],
  ])('cuts %s, and says so', (_name, script, last) => {
    const screen = questionScreen({ script }, undefined, brief);
    expect(screen.isCut).toBe(true);
    expect(screen.lines.at(-1)).toEqual(last);
    const full = questionScreen({ script }, undefined, { isFull: true });
    expect(full.isCut).toBe(false);
    expect(full.lines.join('\n').length).toBeGreaterThan(screen.lines.join('\n').length - 30);
  });
});
