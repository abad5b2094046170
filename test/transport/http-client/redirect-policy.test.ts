import { describe, expect, it } from 'vitest';
import { decideRedirect, type RedirectFacts } from '../../../src/transport/http-client/redirect-policy.js';

const FROM = 'http://mcp.test/mcp?a=1';

type Row = readonly [
  method: RedirectFacts['method'],
  status: number,
  location: string | undefined,
  outcome: string,
  more?: Partial<Omit<RedirectFacts, 'from'>> & { from?: string },
];

/** `outcome`: the URL that is followed (`!` when it is kept for later), `refused`, or `too-many`. */
const ROWS: readonly Row[] = [
  // 307 and 308 keep method and body.
  ['POST', 307, '/other?a=2', 'http://mcp.test/other?a=2'],
  ['POST', 308, '/other', '!http://mcp.test/other'],
  ['POST', 307, 'other', 'http://mcp.test/other'],
  ['POST', 308, 'http://MCP.test:80/other#part', '!http://mcp.test/other'],
  ['DELETE', 307, '/other', 'http://mcp.test/other'],
  ['GET', 307, '/other', 'http://mcp.test/other'],
  // 301 and 302 would lose a POST, but servers answer a missing slash with them.
  ['POST', 301, '/mcp/?a=1', '!http://mcp.test/mcp/?a=1'],
  ['POST', 302, '/mcp/?a=1', 'http://mcp.test/mcp/?a=1'],
  ['POST', 301, '/mcp?a=1', '!http://mcp.test/mcp?a=1', { from: 'http://mcp.test/mcp/?a=1' }],
  ['POST', 301, '/mcp/', 'refused'],
  ['POST', 301, '/other', 'refused'],
  ['POST', 302, '/login', 'refused'],
  ['DELETE', 301, '/other', 'refused'],
  ['GET', 301, '/other', '!http://mcp.test/other'],
  ['GET', 302, '/other', 'http://mcp.test/other'],
  // 303 asks for a GET.
  ['POST', 303, '/mcp/?a=1', 'refused'],
  ['GET', 303, '/other', 'http://mcp.test/other'],
  // From http to https, default ports.
  ['POST', 308, 'https://mcp.test/mcp?a=1', '!https://mcp.test/mcp?a=1'],
  ['POST', 307, 'https://mcp.test/mcp?a=1', '!https://mcp.test/mcp?a=1'],
  ['POST', 301, 'https://mcp.test/mcp?a=1', '!https://mcp.test/mcp?a=1'],
  ['POST', 301, 'https://mcp.test/other', 'refused'],
  ['POST', 308, 'https://mcp.test/mcp?a=1', 'refused', { carriesCredentials: true }],
  ['POST', 308, 'https://mcp.test:8443/mcp', 'refused'],
  ['POST', 308, 'https://mcp.test/mcp', 'refused', { from: 'http://mcp.test:8080/mcp' }],
  // Same origin: credentials stay where they were meant for.
  ['POST', 308, '/other', '!http://mcp.test/other', { carriesCredentials: true }],
  // Other origins.
  ['POST', 307, 'http://evil.test/mcp', 'refused'],
  ['GET', 307, 'http://evil.test/mcp', 'refused'],
  ['GET', 302, 'http://mcp.test:8080/mcp', 'refused'],
  ['POST', 308, '//evil.test/mcp', 'refused'],
  ['POST', 308, 'http://mcp.test/mcp', 'refused', { from: 'https://mcp.test/mcp' }],
  ['POST', 308, 'http://sub.mcp.test/', 'refused'],
  // What is no URL to go to.
  ['POST', 308, undefined, 'refused'],
  ['POST', 308, 'http://', 'refused'],
  ['POST', 308, 'http://user:pass@mcp.test/mcp', 'refused'],
  ['GET', 302, 'file:///etc/passwd', 'refused'],
  ['GET', 302, 'javascript:alert(1)', 'refused'],
  // The limit.
  ['POST', 307, '/other', 'http://mcp.test/other', { followed: 4 }],
  ['POST', 307, '/other', 'too-many', { followed: 5 }],
  ['POST', 307, '/other', 'too-many', { followed: 6 }],
  ['POST', 307, '/other', 'too-many', { followed: 0, limit: 0 }],
];

describe('decideRedirect', () => {
  const rows = ROWS.map(([method, status, location, outcome, more = {}]) => ({
    method,
    status,
    location,
    outcome,
    more,
  }));

  it.each(rows)(
    '$method, $status to $location: $outcome $more',
    ({ method, status, location, outcome, more }) => {
      const { from = FROM, ...facts } = more;
      const decision = decideRedirect({
        method,
        status,
        location,
        carriesCredentials: false,
        followed: 0,
        limit: 5,
        ...facts,
        from: new URL(from),
      });
      const seen =
        decision.kind === 'follow'
          ? `${decision.remember ? '!' : ''}${decision.url.href}`
          : decision.kind.replace('refuse', 'refused');
      expect(seen).toBe(outcome);
    },
  );
});
