import { isObject, type Json } from '../base/json.js';
import { type Deviation, program, sendingBefore } from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';

/** Keeps the process there although its input has ended. */
const stayAlive = (): void => {
  setInterval(() => {}, 1000);
};

const prettyPrinting: Deviation = program((correct) => ({
  send(message) {
    const isPing =
      isObject(message) && isObject(message['result']) && Object.keys(message['result']).length === 0;
    correct.write(`${isPing ? JSON.stringify(message, undefined, 2) : JSON.stringify(message)}\n`);
  },
}));

/** Reads one line of what comes at once. */
function oneLineAtOnce(): Deviation {
  return program((correct) => {
    let isBusy = false;
    return {
      line(bytes) {
        if (isBusy) return;
        isBusy = true;
        setImmediate(() => {
          isBusy = false;
        });
        correct.line(bytes);
      },
    };
  });
}

const rows: readonly Omit<MutantRow, 'over'>[] = [
  {
    check: 'stdio-stdout-pure',
    deviation: program(({ write }) => ({ start: () => write('Server is running\n') })),
    reason: /Server is running/,
  },
  {
    check: 'stdio-stdout-pure',
    revision: '2025-06-18',
    deviation: program(({ send, write }) => ({
      send(message) {
        write('[debug] sending\n');
        send(message);
      },
    })),
  },
  { check: 'stdio-no-embedded-newline', revision: '2025-11-25', beside: ['ping'], deviation: prettyPrinting },
  {
    check: 'stdio-stderr-ok',
    deviation: program(() => ({
      start: () => {
        process.stderr.write('noise '.repeat(400_000));
      },
    })),
  },
  {
    check: 'rpc-empty-line-ignored',
    deviation: program(({ line, send }) => ({
      line(bytes) {
        if (bytes.length > 0) line(bytes);
        else send({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
      },
    })),
  },
  {
    check: 'stdio-1MiB-line',
    deviation: program(({ line }) => ({ line: (bytes) => bytes.length > 500_000 || line(bytes) })),
  },
  {
    check: 'stdio-crlf',
    revision: '2025-03-26',
    deviation: program(({ line }) => ({ line: (bytes) => bytes.at(-1) === 13 || line(bytes) })),
  },
  { check: 'stdio-many-per-chunk', deviation: oneLineAtOnce() },
  {
    check: 'stdio-split-utf8',
    deviation: program(() => ({ chunk: (bytes) => Buffer.from(bytes.toString('utf8'), 'utf8') })),
  },
  {
    check: 'stdio-no-server-requests',
    deviation: sendingBefore('tools/list', (): Json[] => [
      { jsonrpc: '2.0', id: 's1', method: 'roots/list' },
    ]),
  },
  { check: 'stdio-exit-on-eof', deviation: program(() => ({ end: stayAlive })) },
  {
    check: 'stdio-exit-on-eof-preinit',
    revision: '2025-11-25',
    deviation: program(({ end, peer }) => ({
      end: () => (peer.revision === undefined ? stayAlive() : end()),
    })),
  },
  { check: 'stdio-exit-on-sigterm', deviation: program(() => ({ terminate: stayAlive })) },
];

export const STDIO_ROWS: MutantRows = rows.map((row) => ({ ...row, over: 'stdio' }));
