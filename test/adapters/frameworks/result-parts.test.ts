import { describe, expect, it } from 'vitest';
import { isTextOnly, resultParts } from '../../../src/adapters/frameworks/result-parts.js';
import type { CallToolResult } from '../../../src/protocol/index.js';

const text = (words: string) => ({ type: 'text', text: words });
const image = (mimeType: string) => ({ type: 'image', data: 'AAAA', mimeType });
const shown = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

describe('a result in pieces', () => {
  it.each<[string, unknown, unknown[]]>([
    ['texts are one piece', { content: [text('a'), text('b')] }, [text('a\nb')]],
    ['nothing is none', { content: [] }, []],
    ['an empty text is none', { content: [text('')] }, []],
    ['an image between texts', { content: [text('a'), image('image/png'), text('')] }, [text('a'), shown]],
    ['an image that no model sees', { content: [image('image/tiff')] }, [text('[image content omitted]')]],
    ...['', 'not base64!', 'data:image/png;base64,AAAA', 'AAAA\nAAAA', undefined, 7].map(
      (data): [string, unknown, unknown[]] => [
        `an image of ${JSON.stringify(data)}, which would fail every turn that follows`,
        { content: [{ ...image('image/png'), data }] },
        [text('[image content omitted]')],
      ],
    ),
    [
      'an image and a sound',
      { content: [image('image/png'), { type: 'audio' }] },
      [shown, text('[audio content omitted]')],
    ],
    [
      'an image and structured content',
      { content: [image('image/png')], structuredContent: { n: 1 } },
      [shown, text('{"n":1}')],
    ],
    [
      'an image, text and structured content',
      { content: [image('image/png'), text('one')], structuredContent: { n: 1 } },
      [shown, text('one')],
    ],
    [
      'a failure without words',
      { content: [], isError: true },
      [text('the tool failed without saying why.')],
    ],
  ])('%s', (_name, result, parts) => {
    expect(resultParts(result as CallToolResult)).toEqual(parts);
    expect(isTextOnly(resultParts(result as CallToolResult))).toBe(!parts.includes(shown));
  });
});
