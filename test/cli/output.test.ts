import { describe, expect, it } from 'vitest';
import { cell, describeContent, printable, summary, table } from '../../src/cli/output.js';

describe('output', () => {
  it.each([
    [{ type: 'text', text: 'hi' }, 'hi'],
    [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }, '[image image/png, 3 bytes]'],
    [{ type: 'audio', mimeType: 'audio/wav', data: 'AAA=' }, '[audio audio/wav, 2 bytes]'],
    [{ type: 'resource_link', uri: 'memo://a', name: 'a' }, '[resource a: memo://a]'],
    [{ type: 'resource', resource: { uri: 'memo://a', text: 'body' } }, 'body'],
    [{ type: 'resource', resource: { uri: 'memo://a', blob: 'AA==' } }, '[resource memo://a, 1 bytes]'],
    [{ type: 'hologram' }, '[hologram]'],
  ])('%j is shown as %s', (block, expected) => {
    expect(describeContent(block as never)).toBe(expected);
  });

  it.each([
    ['\u001b[31mred\u0007', '\\x1b[31mred\\x07'],
    ['a\tb\nc', 'a\tb\nc'],
    ['a\rb', 'a\\x0db'],
    ['\u009b1m', '\\x9b1m'],
    ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
    ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['\u0645\u200f!', '\u0645\u200f!'],
    ['grün 🦉', 'grün 🦉'],
  ])('%j is made printable', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('a cell is one line', () => {
    expect(cell('a\r\n\tb\u2028c\u202e')).toBe('a b c\\u202e');
  });

  it('aligns all columns but the last', () => {
    expect(
      table([
        ['a', 'x'],
        ['long', ''],
        ['b', 'yy'],
      ]),
    ).toEqual(['  a     x', '  long', '  b     yy']);
  });

  it.each([
    [undefined, ''],
    ['One.\nTwo.', 'One.'],
    ['x'.repeat(90), `${'x'.repeat(79)}…`],
  ])('sums up %j', (text, expected) => {
    expect(summary(text)).toBe(expected);
  });
});

describe('what a server chose to be hard to print', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'may be content of the type %s',
    (type) => {
      expect(describeContent({ type } as never)).toBe(`[${type}]`);
    },
  );

  it.each([5, null, {}, []])('may be a description that is no text: %j', (text) => {
    expect(summary(text)).toBe('');
  });
});
