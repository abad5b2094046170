import type { JsonObject } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, modern, pass, skip } from '../check.js';
import { passage } from '../spec-passage.js';
import type { Evidence } from '../wire/wire-record.js';
import { LISTS } from './lists.js';
import { describe, worst } from './reply-judgement.js';

/** Holds a complete result against what caching hints must be. */
export function judgeHints(result: JsonObject, what: string, evidence: Evidence): Judgement {
  const { ttlMs, cacheScope } = result;
  // Only complete results carry hints. 2026-07-28 server/utilities/caching#cacheable-results
  if (result['resultType'] === 'input_required') return skip('not-applicable', `${what} asked for input`);
  if (typeof ttlMs !== 'number' || !Number.isInteger(ttlMs) || ttlMs < 0) {
    const told = ttlMs === undefined ? 'is missing' : `is ${JSON.stringify(ttlMs)}, not an integer from 0 on`;
    return breach(`${what}: ttlMs ${told}`, evidence);
  }
  if (cacheScope !== 'public' && cacheScope !== 'private') {
    const told = cacheScope === undefined ? 'is missing' : `is ${JSON.stringify(cacheScope)}`;
    return breach(`${what}: cacheScope ${told}, not public or private`, evidence);
  }
  return pass();
}

const facts = (method: string) =>
  ({
    title: `The results of ${method} carry ttlMs and cacheScope.`,
    subject: 'lists',
    spec: passage('server/utilities/caching#cacheable-results'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
  }) as const;

export const CACHING_CHECKS: readonly Check[] = [
  ...LISTS.map(
    ({ method, capability }): Check => ({
      id: `cache-${method}`,
      ...facts(method),
      needs: capability,
      async run(context) {
        const walk = await context.list(method);
        if (walk.pages.length === 0) return skip('could-not-test', `${method}: ${walk.problem}`);
        return worst(walk.pages.map((page) => judgeHints(page, method, walk)));
      },
    }),
  ),
  {
    id: 'cache-resources/read',
    ...facts('resources/read'),
    needs: 'resources',
    async run(context) {
      const [resource] = (await context.list('resources/list')).items;
      if (resource === undefined) return skip('capability-absent', 'no resource is listed');
      const { uri } = resource;
      const reply = await (await context.session()).request('resources/read', { uri });
      if (reply.kind !== 'result') return skip('could-not-test', `resources/read got ${describe(reply)}`);
      return judgeHints(reply.result, 'resources/read', reply);
    },
  },
];
