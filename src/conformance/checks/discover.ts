import { breach, type Check, type CheckFacts, EVERY_TRANSPORT, modern, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { judgeHints } from './caching.js';
import { describe } from './reply-judgement.js';
import { serverInfoProblem } from './results.js';

const facts: Pick<CheckFacts, 'subject' | 'spec' | 'transports'> & { isWellFormed: true } = {
  subject: 'lifecycle',
  spec: passage('server/discover#discoverresult'),
  transports: EVERY_TRANSPORT,
  isWellFormed: true,
};

const discover = async (context: CheckContext) => (await context.session()).request('server/discover');

export const DISCOVER_CHECKS: readonly Check[] = [
  {
    id: 'disc-schema',
    title: 'server/discover is answered with a DiscoverResult of the schema.',
    ...facts,
    levels: modern('MUST'),
    async run(context) {
      const reply = await discover(context);
      if (reply.kind !== 'result') return breach(`server/discover got ${describe(reply)}`, reply);
      const [first] = reply.records.flatMap(({ findings }) => findings);
      if (first === undefined) return pass(undefined, reply);
      return breach(`the result of server/discover: ${first.path} ${first.message}`, reply);
    },
  },
  {
    id: 'disc-cache',
    title: 'The result of server/discover carries ttlMs and cacheScope.',
    ...facts,
    spec: passage('server/utilities/caching#cacheable-results'),
    levels: modern('MUST'),
    async run(context) {
      const reply = await discover(context);
      if (reply.kind !== 'result') return skip('could-not-test', `server/discover got ${describe(reply)}`);
      return judgeHints(reply.result, 'server/discover', reply);
    },
  },
  {
    id: 'disc-serverinfo',
    title: 'The result of server/discover says who the server is.',
    ...facts,
    levels: modern('SHOULD'),
    async run(context) {
      const reply = await discover(context);
      if (reply.kind !== 'result') return skip('could-not-test', `server/discover got ${describe(reply)}`);
      const problem = serverInfoProblem(reply.result);
      return problem === undefined ? pass() : breach(`the result of server/discover: ${problem}`, reply);
    },
  },
  {
    id: 'disc-lists-version',
    title: 'supportedVersions names the version that the request was served in.',
    ...facts,
    levels: modern('MUST'),
    async run(context) {
      const reply = await discover(context);
      if (reply.kind !== 'result') return skip('could-not-test', `server/discover got ${describe(reply)}`);
      const { supportedVersions } = reply.result;
      if (Array.isArray(supportedVersions) && supportedVersions.includes(context.revision)) return pass();
      const told = JSON.stringify(supportedVersions) ?? 'missing';
      return breach(`supportedVersions is ${told}, without ${context.revision}, which is served`, reply);
    },
  },
];
