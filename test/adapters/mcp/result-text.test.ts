import { describe, expect, it } from 'vitest';
import { blockText, contentText, resultText } from '../../../src/adapters/index.js';
import type { CallToolResult } from '../../../src/protocol/index.js';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
const link = { type: 'resource_link', uri: 'demo://x', name: 'x' };

describe('a result as text', () => {
  it.each<[string, unknown, string]>([
    ['one text', { content: [text('5')] }, '5'],
    ['texts', { content: [text('a'), text('b')] }, 'a\nb'],
    ['nothing', { content: [] }, ''],
    ['an empty text', { content: [text('')] }, ''],
    ['an image', { content: [text('see'), image] }, 'see\n[image content omitted]'],
    ['a sound', { content: [{ ...image, type: 'audio' }] }, '[audio content omitted]'],
    ['a resource', { content: [{ type: 'resource', resource: {} }] }, '[resource content omitted]'],
    ['a link, with what it points to', { content: [link] }, '[resource_link content omitted] demo://x'],
    ['a kind of a later revision', { content: [{ type: 'video' }] }, '[video content omitted]'],
    ['structured content without text', { content: [], structuredContent: { n: 1 } }, '{"n":1}'],
    ['structured content that is null', { content: [], structuredContent: null }, 'null'],
    ['structured content beside text', { content: [text('one')], structuredContent: { n: 1 } }, 'one'],
    [
      'structured content beside an image',
      { content: [image], structuredContent: [1] },
      '[image content omitted]\n[1]',
    ],
    ['a failure', { content: [text('no such file')], isError: true }, 'ERROR: no such file'],
    ['a failure without words', { content: [], isError: true }, 'ERROR: the tool failed without saying why.'],
    ['a success that says so', { content: [text('fine')], isError: false }, 'fine'],
  ])('%s', (_name, result, expected) => {
    expect(resultText(result as CallToolResult)).toBe(expected);
  });

  it('has no prefix where there is only content', () => {
    expect(contentText([text('a'), image])).toBe('a\n[image content omitted]');
    expect(blockText(text('a'))).toBe('a');
  });
});
