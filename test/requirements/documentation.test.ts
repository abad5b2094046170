// Where the specification asks for documentation, the documentation is there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/schema/dialect.js';

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs/decisions', name), 'utf8');

describe('the documentation', () => {
  // requirement: schema-dialects-documented
  it.each(DIALECTS)('names the dialect %s', (dialect) => {
    expect(read('server.md')).toContain(dialect);
  });

  // requirement: custom-transport-documented
  it.each(['Handshake', 'Framing', 'Cancellation', 'Server requests', 'End', 'Reconnection'])(
    'of WebSocket says about: %s',
    (matter) => {
      expect(read('websocket.md')).toMatch(new RegExp(`^\\| ${matter} \\| \\S`, 'm'));
    },
  );
});
