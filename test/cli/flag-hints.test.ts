import { describe, expect, it } from 'vitest';
import { FLAG_HINTS, messageFor, reasonFor } from '../../src/cli/flag-hints.js';
import { FAULT_CODES, Fault, type FaultCode } from '../../src/protocol/index.js';

// Sentences as the library writes them: `main.test.ts` sees some of them come from it.
const ROWS: readonly (readonly [FaultCode, string, RegExp])[] = [
  [
    'timed_out',
    'No session with the server after 5 ms. Raise `timeouts.connectMs` if it needs longer to start. The server wrote last: hi. Bye.',
    /^No session with the server after 5 ms\. `--timeout 2m` gives it longer\. The server wrote last: hi\. Bye\.$/,
  ],
  [
    'timed_out',
    'No answer to a/b within 5 ms. Raise `totalMs` of the call or `timeouts.totalMs` of the client if the server needs longer.',
    /within 5 ms\. `--timeout 2m` gives it longer\.$/,
  ],
  [
    'unauthorized',
    'HTTP 401. Give credentials in headers.',
    /^HTTP 401\. `--header 'Authorization: Bearer …'`/,
  ],
  ['unauthorized', 'HTTP 401. Give credentials in `headers`.', /`--header 'Authorization: Bearer …'`/],
  [
    'invalid_argument',
    'The url holds a password. Give credentials in headers instead.',
    /^The url holds a password\. `--header/,
  ],
  [
    'capability_missing',
    'prompts/get needs `prompts`. Send it with `request` if you know better.',
    /needs `prompts`\. `plainwire inspect` shows what the server offers\.$/,
  ],
  [
    'limit_exceeded',
    'A line of more than 5 bytes was dropped. Raise limits.lineBytes if that size is expected.',
    /was dropped\. The command has no flag for this limit/,
  ],
  [
    'limit_exceeded',
    'The list goes beyond limits.listItems (5). Raise it in `limits` if that is expected.',
    /listItems \(5\)\. The command has no flag/,
  ],
  [
    'negotiation_failed',
    'This client is set to x. Allow a legacy revision.',
    /to x\. Leave out `--revision`\.$/,
  ],
];

describe('what a message of the library says in the command', () => {
  it.each(ROWS)('%s: %s', (code, message, expected) => {
    const said = messageFor(new Fault(code, message));
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/timeouts\.|in `?headers|`request`|in `limits`|Raise/);
  });

  it.each([
    [new Fault('timed_out', 'Raise nothing.'), 'Raise nothing.'],
    [new Fault('closed', 'Raise `timeouts.idleMs` then.'), 'Raise `timeouts.idleMs` then.'],
    [new Error('Give credentials in headers.'), 'Give credentials in headers.'],
    ['text', 'text'],
    [new Error('token=abc'), 'token=[redacted]'],
  ])('%s is left as it is, but for secrets', (error, expected) => {
    expect(messageFor(error)).toBe(expected);
  });

  it('leaves the headers of a file to the file', () => {
    const fault = new Fault('unauthorized', 'HTTP 401. Give credentials in headers.');
    expect(messageFor(fault, { isFromFile: true })).toBe(fault.message);
  });

  it.each([
    [
      'No session. Raise `timeouts.connectMs` if it needs longer to start.',
      'No session. `--timeout 2m` gives it longer.',
    ],
    ['HTTP 401. Give credentials in headers.', 'HTTP 401. Give credentials in headers.'],
  ])('of a reason: %s', (reason, expected) => {
    expect(reasonFor(reason)).toBe(expected);
  });

  it('has a sentence for each of its rows', () => {
    const used = FLAG_HINTS.filter(({ instead }) => ROWS.some(([, message]) => instead.test(message)));
    expect(used).toHaveLength(FLAG_HINTS.length);
    for (const { codes } of FLAG_HINTS)
      for (const code of codes) expect(Object.keys(FAULT_CODES)).toContain(code);
  });
});
