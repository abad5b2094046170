// What left streamable HTTP, or the protocol, with 2026-07-28.
import { breach, type Check, EVERY_TRANSPORT, HTTP, type Judgement, modern, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { post, statusOf } from './http-posts.js';
import { CODES, expectRefusal } from './reply-judgement.js';
import { messagesOf } from './traffic-reading.js';

const PAGE = 'basic/transports/streamable-http';

/** Methods that no modern server has, with params that were right once. */
const GONE: readonly (readonly [id: string, method: string, params: Record<string, string>])[] = [
  ['unknown', 'plainwire/no-such-method', {}],
  ['ping', 'ping', {}],
  ['logging/setLevel', 'logging/setLevel', { level: 'info' }],
  ['resources/subscribe', 'resources/subscribe', { uri: 'plainwire-check://no-such/resource' }],
  ['resources/unsubscribe', 'resources/unsubscribe', { uri: 'plainwire-check://no-such/resource' }],
];

const goneCheck = ([id, method, params]: (typeof GONE)[number]): Check => ({
  id: `method-404-${id}`,
  title: `${id === 'unknown' ? 'An unknown method' : method} is refused with -32601, over HTTP with 404.`,
  subject: 'http',
  spec: passage(`${PAGE}#protocol-version-header`),
  levels: modern('MUST'),
  transports: EVERY_TRANSPORT,
  async run(context) {
    const reply = await (await context.session()).request(method, params);
    return expectRefusal(reply, method, CODES.methodNotFound, 404);
  },
});

async function judgeMethod(context: CheckContext, method: 'GET' | 'DELETE'): Promise<Judgement> {
  if (context.server.served.some((revision) => revision < '2026-07-28')) {
    return skip('not-applicable', 'the server serves legacy revisions too');
  }
  const stream = context.http.open({ method, headers: context.http.headersFor(undefined) });
  const reply = await stream.head;
  stream.abort();
  if (reply.status === 405) return pass(undefined, reply);
  return breach(`${method}: expected HTTP 405, got ${statusOf(reply)}`, reply);
}

const methodCheck = (method: 'GET' | 'DELETE'): Check => ({
  id: `http-${method.toLowerCase()}-405`,
  title: `${method} is refused with 405 by a server without legacy revisions.`,
  subject: 'http',
  spec: passage(`${PAGE}#earlier-streamable-http-revisions`),
  levels: modern('SHOULD'),
  transports: HTTP,
  run: (context) => judgeMethod(context, method),
});

export const MODERN_HTTP_CHECKS: readonly Check[] = [
  ...GONE.map(goneCheck),
  methodCheck('GET'),
  methodCheck('DELETE'),
  {
    id: 'http-notification',
    title: 'A notification is accepted with HTTP 202 and no body, or refused.',
    subject: 'http',
    spec: passage(`${PAGE}#sending-messages`),
    levels: modern('MUST'),
    transports: HTTP,
    async run(context) {
      const method = 'notifications/cancelled';
      const body = JSON.stringify({ jsonrpc: '2.0', method, params: { requestId: 'plainwire-none' } });
      const reply = await post(context, { 'mcp-method': method }, body);
      if (reply.status >= 400 && reply.status < 500) return pass(`HTTP ${reply.status}`, reply);
      if (reply.status === 202 && reply.bytes === 0) return pass(undefined, reply);
      return breach(`${method}: expected HTTP 202 without a body, or a 4xx, got ${statusOf(reply)}`, reply);
    },
  },
  {
    id: 'http-no-server-requests',
    title: 'No request comes on any stream.',
    subject: 'http',
    spec: passage(`${PAGE}#receiving-messages`),
    levels: modern('MUST'),
    transports: HTTP,
    judge(traffic) {
      const [first] = messagesOf(traffic, 'received', 'request');
      if (first === undefined) return pass();
      return breach(`the server sent the request ${first.message.method}`, { records: [first.record] });
    },
  },
];
