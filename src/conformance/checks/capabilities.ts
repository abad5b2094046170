import { isJsonObject } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, legacy, levels, modern, pass, skip } from '../check.js';
import { declares, type ListMethod } from '../context.js';
import { passage, type SpecReference } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import { CODES, expectError, expectResult } from './reply-judgement.js';
import { pages } from './spec-pages.js';
import { sentCapabilities } from './traffic-reading.js';

interface Feature {
  readonly name: string;
  readonly method: ListMethod;
  readonly spec: SpecReference;
}

const FEATURES: readonly Feature[] = [
  { name: 'tools', method: 'tools/list', spec: passage('server/tools#capabilities') },
  { name: 'resources', method: 'resources/list', spec: passage('server/resources#capabilities') },
  { name: 'prompts', method: 'prompts/list', spec: passage('server/prompts#capabilities') },
];

const declared = ({ name, method, spec }: Feature): Check => ({
  id: `cap-declared-${name}`,
  title: `A server that declares ${name} answers ${method}.`,
  subject: 'lifecycle',
  spec,
  levels: levels('MUST'),
  transports: EVERY_TRANSPORT,
  needs: name,
  isWellFormed: true,
  async run(context) {
    return expectResult(await (await context.session()).request(method), method);
  },
});

const undeclared = ({ name, method, spec }: Feature): Check => ({
  id: `cap-undeclared-${name}`,
  title: `A server that does not declare ${name} refuses ${method} with -32601.`,
  subject: 'lifecycle',
  spec,
  levels: levels('SHOULD'),
  transports: EVERY_TRANSPORT,
  async run(context) {
    if (declares(context.server.capabilities, name)) return skip('not-applicable', `${name} is declared`);
    const reply = await (await context.session()).request(method);
    return expectError(reply, `${method} without the capability ${name}`, [CODES.methodNotFound]);
  },
});

/** Methods that a server sends, and the capability of the client that each needs. */
const ASKS: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

function undeclaredRequests(traffic: Traffic) {
  const capabilities = sentCapabilities(traffic);
  for (const record of traffic.records) {
    if (record.direction === 'sent') continue;
    for (const message of record.messages) {
      const needed = message.kind === 'request' ? ASKS[message.method] : undefined;
      const known = capabilities.get(record.session);
      if (needed === undefined || known === undefined || known.has(needed)) continue;
      return breach(`the server asked ${needed} of a client that did not declare it`, { records: [record] });
    }
  }
  return pass();
}

// 2026-07-28 basic#meta: labels separated by dots, a slash, a name
const EXTENSION_ID =
  /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\/(?:[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)?$/;

export const CAPABILITY_CHECKS: readonly Check[] = [
  ...FEATURES.map(declared),
  ...FEATURES.map(undeclared),
  {
    id: 'srv-request-undeclared-capability',
    title: 'The server sends no request that needs a capability which the client did not declare.',
    subject: 'lifecycle',
    spec: pages('basic/lifecycle#operation', 'basic/index#meta'),
    levels: legacy('MUST'),
    transports: EVERY_TRANSPORT,
    judge: undeclaredRequests,
  },
  {
    id: 'ext-id-format',
    title: 'Extensions are named with a prefix, and have an object of settings.',
    subject: 'lifecycle',
    spec: passage('basic/versioning#extension-negotiation'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    needs: 'extensions',
    isWellFormed: true,
    async run({ server }) {
      const { extensions } = server.capabilities;
      if (!isJsonObject(extensions)) return breach('capabilities.extensions is not an object');
      for (const [id, settings] of Object.entries(extensions)) {
        if (!EXTENSION_ID.test(id)) return breach(`'${id}' is no extension identifier: prefix/name`);
        if (!isJsonObject(settings)) return breach(`the settings of extension ${id} are not an object`);
      }
      return pass();
    },
  },
];
