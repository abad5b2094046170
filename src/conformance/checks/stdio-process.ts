import { type Check, levels, STDIO } from '../check.js';
import { SHUTDOWN } from './spec-pages.js';
import { judgeExit } from './stdio.js';

const EOF_MS = 5000;
const TERM_MS = 3000;

const facts = {
  subject: 'stdio',
  spec: SHUTDOWN,
  levels: levels('SHOULD'),
  transports: STDIO,
  usesOwnSessions: true,
  isWellFormed: true,
} as const;

export const STDIO_PROCESS_CHECKS: readonly Check[] = [
  {
    id: 'stdio-exit-on-eof',
    title: 'The server exits when its standard input is closed.',
    ...facts,
    async run(context) {
      const session = await context.fresh();
      session.process?.endInput();
      return judgeExit(session, 'after the end of its input', EOF_MS);
    },
  },
  {
    id: 'stdio-exit-on-eof-preinit',
    title: 'The server exits when its standard input is closed before anything was said.',
    ...facts,
    oncePerEra: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'none' });
      session.process?.endInput();
      return judgeExit(session, 'after the end of its input, before any message,', EOF_MS);
    },
  },
  {
    id: 'stdio-exit-on-sigterm',
    title: 'The server exits on SIGTERM.',
    ...facts,
    oncePerEra: true,
    async run(context) {
      const session = await context.fresh();
      session.process?.signal('SIGTERM');
      return judgeExit(session, 'after SIGTERM', TERM_MS);
    },
  },
];
