import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../../src/conformance/report/markdown.js';
import { sampleReport } from './sample-report.js';

describe('markdownReport', () => {
  const markdown = markdownReport(sampleReport());

  it('begins with the outcome', () => {
    expect(
      markdown.startsWith('## sample & co 1.2.3 over stdio, 4.3 s\n\n**1 of 5 tested pass, 2 fail'),
    ).toBe(true);
  });

  it('has tables whose rows all have as many cells as their head', () => {
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    const cells = (row: string) => row.replaceAll('\\|', '').split('|').length;
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => ![9, 10].includes(cells(row)))).toEqual([]);
  });

  it('links the specification', () => {
    expect(markdown).toContain(
      '[specification](https://modelcontextprotocol.io/specification/2025-11-25/basic#requests)',
    );
  });

  it('takes nothing that a server says for markup', () => {
    const outside = markdown.replace(/(`{3,})text[\s\S]*?\1/g, '');
    expect(outside).not.toMatch(/<(script|b)>/);
    expect(outside).toContain('&lt;b\\>\\|\\`x\\`\\|');
    // Three backticks in what was sent need a fence of four.
    expect(markdown).toContain('````text\n→ POST http://127.0.0.1/mcp');
  });
});
