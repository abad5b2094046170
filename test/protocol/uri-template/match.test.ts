import { describe, expect, it } from 'vitest';
import { parseUriTemplate } from '../../../src/protocol/index.js';

type Values = Record<string, string>;

describe('match', () => {
  it.each<[string, string, Values, string]>([
    // Simple
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }, 'the usual'],
    ['a://{x}', 'a://1', { x: '1' }, 'at the end'],
    ['{x}', '1', { x: '1' }, 'nothing else'],
    ['a://b', 'a://b', {}, 'no variables'],
    ['', '', {}, 'nothing at all'],
    ['a://{x}', 'a://b%20c%2Fd', { x: 'b c/d' }, 'decoded'],
    ['a://{x}', 'a://größe', { x: 'größe' }, 'a URI that was not encoded'],
    ['a://{x}', 'a://b c', { x: 'b c' }, 'a blank that was not encoded'],
    ['a://{x}', 'a://b:c@d', { x: 'b:c@d' }, 'reserved characters that divide nothing'],
    ['a://{x}', 'a://b,c', { x: 'b,c' }, 'a list is one text'],
    ['a://{x}', 'a://b%2cc', { x: 'b,c' }, 'triplets in small letters'],
    ['a://{x}', 'a://50%25', { x: '50%' }, 'an encoded percent sign'],
    ['a://{x}', 'a://50%', { x: '50%' }, 'a percent sign that was not encoded'],
    ['a://{__proto__}', 'a://x', JSON.parse('{"__proto__":"x"}'), 'a name that objects have by birth'],
    // Between literals
    ['a://{x}-{y}', 'a://1-2', { x: '1', y: '2' }, 'one way'],
    ['a://{x}-{y}', 'a://1-2-3', { x: '1-2', y: '3' }, 'the first takes as much as it can'],
    ['a://{x}.txt', 'a://b.txt.txt', { x: 'b.txt' }, 'the literal at the end counts'],
    ['a://{x}/{y}', 'a://1/2', { x: '1', y: '2' }, 'a slash divides'],
    ['a://{x}{y}', 'a://123', { x: '12', y: '3' }, 'each needs one character'],
    ['{+x}-{y}', 'p/q-r/s-t', { x: 'p/q-r/s', y: 't' }, 'a choice that only the rest decides'],
    ['a://größe/{x}', 'a://gr%c3%b6%C3%9Fe/1', { x: '1' }, 'a literal that has to be encoded'],
    // Several variables
    ['a://{x,y}', 'a://1,2', { x: '1', y: '2' }, 'a list of two'],
    ['a://{x,y}', 'a://1', { x: '1' }, 'the second is missing'],
    ['a://{x,y}', 'a://1,2,3', { x: '1', y: '2,3' }, 'the last takes the rest'],
    ['a://{x*}', 'a://1,2', { x: '1,2' }, 'exploded'],
    // Reserved
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }, 'slashes'],
    ['a:{+x}', 'a:b?c=d#e', { x: 'b?c=d#e' }, 'everything'],
    ['{+base}/end', 'http://h/p/end', { base: 'http://h/p' }, 'before a literal'],
    ['a:{+x,y}', 'a:/b,c', { x: '/b', y: 'c' }, 'two'],
    ['a:{+x}{?q}', 'a:b/c?q=1', { x: 'b/c', q: '1' }, 'a question mark belongs to the query'],
    ['a:{+x}.txt{?q}', 'a:b.txt?q=c.txt', { x: 'b', q: 'c.txt' }, 'a question mark belongs to the query'],
    ['a:{+x}{#f}', 'a:b?c#d', { x: 'b?c', f: 'd' }, 'a number sign belongs to the fragment'],
    // Fragment
    ['a:b{#f}', 'a:b#c/d?e', { f: 'c/d?e' }, 'there'],
    ['a:b{#f}', 'a:b', {}, 'missing'],
    ['a:b{#f}', 'a:b#', { f: '' }, 'empty'],
    // Label
    ['a:{name}{.ext}', 'a:b.c.d', { name: 'b.c.d' }, 'the first takes as much as it can'],
    ['a:{/dir}{.ext}', 'a:/b.c', { dir: 'b.c' }, 'the first takes as much as it can'],
    ['a:b{.ext}', 'a:b.tar.gz', { ext: 'tar.gz' }, 'a dot may be in a value'],
    ['a:b{.x,y}', 'a:b.c.d', { x: 'c', y: 'd' }, 'two'],
    ['a:b{.ext}', 'a:b', {}, 'missing'],
    // Path
    ['a:{/x,y}', 'a:/1/2', { x: '1', y: '2' }, 'two'],
    ['a:{/x,y}', 'a:/1', { x: '1' }, 'the second is missing'],
    ['a:{/x}{/y}', 'a:/1/2', { x: '1', y: '2' }, 'two expressions'],
    ['a:{/x*}', 'a:/1/2/3', { x: '1/2/3' }, 'exploded'],
    ['a:{/x}/end', 'a:/1/end', { x: '1' }, 'before a literal'],
    ['a:{/x}/end', 'a:/end', {}, 'missing before a literal'],
    ['a:{/x}', 'a:/', { x: '' }, 'empty'],
    // Parameters
    ['a:{;x,y}', 'a:;x=1;y=2', { x: '1', y: '2' }, 'two'],
    ['a:{;x,y}', 'a:;y=2', { y: '2' }, 'only the second'],
    ['a:{;x}', 'a:;x', { x: '' }, 'empty'],
    ['a:{;x}', 'a:', {}, 'missing'],
    ['a:{x}{;y}', 'a:1;y=2', { x: '1', y: '2' }, 'after a value'],
    // Query
    ['a:b{?q,n}', 'a:b?q=1&n=2', { q: '1', n: '2' }, 'both'],
    ['a:b{?q,n}', 'a:b?n=2&q=1', { q: '1', n: '2' }, 'in another order'],
    ['a:b{?q,n}', 'a:b?n=2', { n: '2' }, 'one of them'],
    ['a:b{?q,n}', 'a:b', {}, 'none'],
    ['a:b{?q}', 'a:b?', {}, 'none, but the mark'],
    ['a:b{?q}', 'a:b?q=', { q: '' }, 'an empty value'],
    ['a:b{?q}', 'a:b?q', { q: '' }, 'no equals sign'],
    ['a:b{?q}', 'a:b?q=x%26y%3Dz/w?v', { q: 'x&y=z/w?v' }, 'characters that are part of a value'],
    ['a:b{?q}', 'a:b?q=1=2', { q: '1=2' }, 'a second equals sign'],
    ['a:b{?q}', 'a:b?q=1+2', { q: '1+2' }, 'a plus sign is no blank'],
    ['a:b{?q*}', 'a:b?q=1&q=2', { q: '1,2' }, 'exploded'],
    ['a:b{?q}{&n}', 'a:b?n=2&q=1', { q: '1', n: '2' }, 'continued'],
    ['a:b?f=1{&n}', 'a:b?f=1&n=2', { n: '2' }, 'after a fixed one'],
    ['a:b?f={f}{&n}', 'a:b?f=1&n=2', { f: '1', n: '2' }, 'after a value'],
    ['a:b?f=1{&n}', 'a:b?f=1', {}, 'missing after a fixed one'],
    ['a:{x}{?q}{#f}', 'a:1?q=2#3', { x: '1', q: '2', f: '3' }, 'everything in its place'],
    ['a:b?q={q}', 'a:b?q=1', { q: '1' }, 'written by hand'],
    // The same variable twice
    ['a:{x}/{x}', 'a:1/1', { x: '1' }, 'the same value'],
    ['a:{x:1}/{x}', 'a:v/value', { x: 'value' }, 'a prefix of it'],
    ['a:{x}/{x:1}', 'a:value/v', { x: 'value' }, 'a prefix of it, afterwards'],
    ['a:{x:3}', 'a:abc', { x: 'abc' }, 'as long as the prefix'],
  ])('%s on %s gives %j: %s', (template, uri, expected) => {
    expect(Object.entries(parseUriTemplate(template).match(uri) ?? { failed: '' })).toEqual(
      Object.entries(expected),
    );
  });

  it.each<[string, string, string]>([
    ['test://template/{id}/data', 'test://template//data', 'one character at least'],
    ['test://template/{id}/data', 'test://template/1/2/data', 'a slash divides'],
    ['test://template/{id}/data', 'test://template/1/data/', 'something behind'],
    ['test://template/{id}/data', 'xtest://template/1/data', 'something before'],
    ['test://template/{id}', 'TEST://template/1', 'another case'],
    ['test://template/{id}', 'test://template/', 'nothing'],
    ['a://{x}', 'a://b?c', 'a query'],
    ['a://{x}', 'a://b#c', 'a fragment'],
    ['a://{x}', 'a://b%FF', 'bytes that are no text'],
    ['a://b', 'a://c', 'another literal'],
    ['a://b', 'a://bc', 'more than the literal'],
    ['', 'a', 'more than nothing'],
    ['a:{/x}', 'a:/1/2', 'too many segments'],
    ['a:{;x}', 'a:;xy=1', 'a longer name'],
    ['a:{;x}', 'a:;y=1', 'another name'],
    ['a:b{?q}', 'a:b?r=1', 'another name'],
    ['a:b{?q}', 'a:b?q=1&r=2', 'one too many'],
    ['a:b{?q}', 'a:b?q=1&q=2', 'twice'],
    ['a:b{?q}', 'a:b?q=%FF', 'bytes that are no text'],
    ['a:b{?q}', 'a:b?q=1#f', 'a fragment'],
    ['a:{x}/{x}', 'a:1/2', 'two values for one variable'],
    ['a:{x:1}/{x}', 'a:w/value', 'no prefix of it'],
    ['a:{x:3}', 'a:abcd', 'longer than the prefix'],
  ])('%s does not fit %s: %s', (template, uri) => {
    expect(parseUriTemplate(template).match(uri)).toBeUndefined();
  });
});
