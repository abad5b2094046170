import { type CheckFacts, EVERY_TRANSPORT, levels, STDIO } from '../check.js';
import { passage } from '../spec-passage.js';

/** What the runner itself finds out, without a body of its own. */
export const CONNECTION_CHECK: CheckFacts = {
  id: 'connection-opens',
  title: 'The server can be reached and agrees on a revision.',
  subject: 'connection',
  spec: { legacy: passage('basic/lifecycle#initialization'), modern: passage('server/discover') },
  levels: levels('MUST'),
  transports: EVERY_TRANSPORT,
};

export const LEFTOVER_CHECK: CheckFacts = {
  id: 'stdio-leaves-no-process',
  title: 'After shutdown no process of the server is left.',
  subject: 'stdio',
  spec: {
    legacy: passage('basic/lifecycle#shutdown'),
    modern: passage('basic/transports/stdio#shutdown'),
  },
  levels: levels('INFO'),
  transports: STDIO,
};

/** For lists of all checks. */
export const BUILT_IN_CHECKS: readonly CheckFacts[] = [CONNECTION_CHECK, LEFTOVER_CHECK];
