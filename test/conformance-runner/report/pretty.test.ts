import { describe, expect, it } from 'vitest';
import { prettyReport } from '../../../src/conformance/report/pretty.js';
import { sampleReport } from './sample-report.js';

describe('prettyReport', () => {
  it('has tables, findings with their bytes, and a last line', () => {
    expect(prettyReport(sampleReport())).toBe(`sample & co 1.2.3 over stdio, 4.3 s
  node server.js <x>

  revision    pass  tested  fail  warn  info  skip
  2025-06-18     0       1     1     0     0     0
  2025-11-25     1       4     1     1     1     1
  2026-07-28  not served: server/discover got error -32601 (no | such)

  subject    pass  tested  fail  warn  info  skip
  json-rpc      0       2     2     0     0     0
  tools         0       2     0     1     1     0
  prompts       0       0     0     0     0     1
  utilities     1       1     0     0     0     0

FAIL  rpc-id-echo  MUST  2025-11-25 2025-06-18
      The rule of rpc-id-echo.
      the id "0" came back as 0
      https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
      → {"jsonrpc":"2.0","id":"0","method":"ping"}
      ← {"id":0}

WARN  tool-unknown  SHOULD  2025-11-25
      The rule of tool-unknown.
      a result <b>|\`x\`|</b> & \\x1b[31mred \`\`\` \\u202etxt
      https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
      → POST http://127.0.0.1/mcp
        <script>alert(1)</script> \`\`\` ]]>\\x00… (9000 bytes)

INFO  tool-annotations  INFO  2025-11-25
      The rule of tool-annotations.
      no annotations
      https://modelcontextprotocol.io/specification/2025-11-25/basic#requests

1 of 5 tested pass, 2 fail, 1 warn, 1 info; 1 of 6 skipped
skipped: 1 capability-absent
`);
  });

  it('has colours only when it is told, and none but its own', () => {
    const escapes = (text: string) => text.split('\u001b').length - 1;
    expect(escapes(prettyReport(sampleReport()))).toBe(0);
    const colored = prettyReport(sampleReport(), { color: true });
    expect(colored).toContain('\u001b[31;1mFAIL\u001b[0m');
    expect(colored).not.toContain('\u001b[31mred');
  });
});
