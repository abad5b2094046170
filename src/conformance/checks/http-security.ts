// Who may reach the server: Origin, Host, the address it listens on.
import { nodeBuiltin } from '../../transport/index.js';
import {
  breach,
  type Check,
  type CheckFacts,
  fail,
  HTTP,
  type Judgement,
  levels,
  pass,
  skip,
  warn,
} from '../check.js';
import type { CheckContext } from '../context.js';
import type { HttpReply } from '../wire/raw-http.js';
import { post, statusOf } from './http-posts.js';
import { SITE_SECURITY } from './spec-pages.js';

const EVIL = 'evil.example.com';

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'spec'> & { oncePerEra: true } = {
  subject: 'http',
  transports: HTTP,
  spec: SITE_SECURITY,
  oncePerEra: true,
};

/** The status is given since 2025-11-25; before, any refusal is one. */
const isRefusal = ({ revision }: CheckContext, status: number): boolean =>
  revision >= '2025-11-25' ? status === 403 : status >= 400 && status < 500;

function judgeOrigin(context: CheckContext, origin: string, reply: HttpReply): Judgement {
  if (isRefusal(context, reply.status)) return pass(undefined, reply);
  const expected = context.revision >= '2025-11-25' ? 'HTTP 403' : 'a 4xx';
  return breach(`Origin: ${origin}: expected ${expected}, got ${statusOf(reply)}`, reply);
}

/** The addresses that listen on a port of this machine, as /proc tells. */
function listeningAddresses(port: number): string[] {
  const { readFileSync } = nodeBuiltin('node:fs');
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => {
    const lines = readText(() => readFileSync(path, 'utf8')).split('\n');
    return lines.flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/);
      const [address = '', at] = local.split(':');
      return at === wanted && state === LISTEN ? [address] : [];
    });
  });
}

/** TCP_LISTEN */
const LISTEN = '0A';

function readText(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

const isEveryInterface = (address: string): boolean => /^0+$/.test(address);

async function judgeBinding({ http }: CheckContext): Promise<Judgement> {
  if (!http.isLoopback) return skip('not-applicable', 'the server is not on this machine');
  const port = Number(http.url.port || (http.url.protocol === 'https:' ? 443 : 80));
  const addresses = listeningAddresses(port);
  if (addresses.length === 0) return skip('could-not-test', 'which address it listens on is not told here');
  if (!addresses.some(isEveryInterface)) return pass();
  return breach(`port ${port} listens on every interface, not on localhost alone`);
}

async function judgeHost(context: CheckContext): Promise<Judgement> {
  if (!context.http.isLoopback) return skip('not-applicable', 'DNS rebinding reaches local servers only');
  const reply = await post(context, { host: EVIL });
  if (reply.status >= 400 && reply.status < 500) return pass(`HTTP ${reply.status}`, reply);
  return breach(`Host: ${EVIL}: expected a 4xx, got ${statusOf(reply)}`, reply);
}

export const HTTP_SECURITY_CHECKS: readonly Check[] = [
  {
    id: 'http-origin-403',
    title: 'A request from a foreign Origin is refused.',
    ...facts,
    levels: levels('MUST'),
    async run(context) {
      const origin = `http://${EVIL}`;
      const judged = judgeOrigin(context, origin, await post(context, { origin }));
      if (judged.kind !== 'breach' || context.policy.isLocal) return judged;
      return warn(
        `${judged.reason} (a server that is not local may rely on its credentials)`,
        judged.evidence,
      );
    },
  },
  {
    id: 'http-origin-403-null',
    title: 'A request with Origin null is refused.',
    ...facts,
    levels: levels('SHOULD'),
    run: async (context) => judgeOrigin(context, 'null', await post(context, { origin: 'null' })),
  },
  {
    id: 'http-origin-local-ok',
    title: 'A request from the Origin of the server itself is served.',
    ...facts,
    levels: levels('SHOULD'),
    isWellFormed: true,
    async run(context) {
      const { origin } = context.http.url;
      const reply = await post(context, { origin });
      if (reply.status === 200) return pass(undefined, reply);
      return breach(`Origin: ${origin}, the server's own, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-origin-get-403',
    title: 'A GET from a foreign Origin is refused.',
    ...facts,
    levels: levels('MUST', '2025-03-26', '2025-11-25'),
    async run(context) {
      const session = await context.session();
      const origin = `http://${EVIL}`;
      const usual = context.http.headersFor(undefined, { sessionId: session.sessionId });
      const headers = { ...usual, accept: 'text/event-stream', origin };
      const stream = context.http.open({ method: 'GET', headers });
      const reply = await stream.head;
      stream.abort();
      if (reply.status === 405) return skip('not-applicable', 'GET is not offered');
      if (reply.status >= 400 && reply.status < 500) return pass(`HTTP ${reply.status}`, reply);
      const told = `GET with Origin: ${origin}: expected a 4xx, got ${statusOf(reply)}`;
      return context.policy.isLocal ? fail(told, reply) : warn(told, reply);
    },
  },
  {
    id: 'http-host-rebinding',
    title: 'A local server refuses a foreign Host.',
    ...facts,
    levels: levels('SHOULD'),
    run: judgeHost,
  },
  {
    id: 'http-bind-localhost',
    title: 'A local server listens on localhost only.',
    ...facts,
    levels: levels('SHOULD'),
    isWellFormed: true,
    run: judgeBinding,
  },
];
