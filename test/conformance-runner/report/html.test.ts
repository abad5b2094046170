import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/conformance/report/html.js';
import { sampleReport } from './sample-report.js';

describe('htmlReport', () => {
  const html = htmlReport(sampleReport());

  it('is one page without scripts or anything from elsewhere', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|javascript:| on[a-z]+=/i);
    expect(html).toContain("default-src 'none'");
  });

  it('shows what a server says as text', () => {
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('a result &lt;b&gt;|`x`|&lt;/b&gt; &amp; \\x1b[31mred');
    expect(html).toContain('<h1>sample &amp; co 1.2.3 over stdio, 4.3 s</h1>');
  });

  it('closes what it opens', () => {
    const open: string[] = [];
    for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (['meta', 'br'].includes(name)) continue;
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it('has every check, and each finding once', () => {
    for (const id of ['rpc-id-echo', 'tool-unknown', 'tool-annotations', 'ping', 'prompt-get']) {
      expect(html).toContain(`<code>${id}</code>`);
    }
    expect(html.match(/<article/g)).toHaveLength(3);
    expect(html).toContain('not served: server/discover got error -32601 (no | such)');
  });

  it('says so when nothing was found', () => {
    expect(htmlReport(sampleReport({ checks: [] }))).toContain('<p>None.</p>');
  });
});
