import { breach, type Check, EVERY_TRANSPORT, legacy, pass } from '../check.js';
import { passage } from '../spec-passage.js';
import { describeReply } from '../wire/wire-session.js';

/** The ping of the legacy revisions. */
export const PING_CHECKS: readonly Check[] = [
  {
    id: 'ping',
    title: 'A ping is answered promptly with an empty result.',
    subject: 'utilities',
    spec: passage('basic/utilities/ping#behavior-requirements'),
    levels: legacy('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    isAboutSilence: true,
    async run({ session }) {
      const reply = await (await session()).request('ping');
      if (reply.kind !== 'result') return breach(`ping got ${describeReply(reply)}`, reply);
      const members = Object.keys(reply.result).filter((name) => name !== '_meta');
      return members.length === 0 ? pass() : breach(`the result of ping has ${members.join(', ')}`, reply);
    },
  },
];
