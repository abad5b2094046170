// The HTTP+SSE transport of 2024-11-05.
import { breach, type Check, type CheckFacts, type Judgement, levels, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import type { HttpReply } from '../wire/raw-http.js';
import { statusOf } from './http-posts.js';

const facts: Pick<CheckFacts, 'subject' | 'spec' | 'levels' | 'transports'> & { usesOwnSessions: true } = {
  subject: 'http',
  spec: passage('basic/transports#http-with-sse'),
  levels: levels('MUST', '2024-11-05', '2024-11-05'),
  transports: ['sse'],
  usesOwnSessions: true,
};

const ENDPOINT_MS = 4000;

/** Opens the stream and reads up to its first event. */
async function openStream(
  { http }: CheckContext,
  headers: Record<string, string> = {},
): Promise<{ reply: HttpReply; abort: () => void }> {
  const stream = http.open({ method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
  await stream.head;
  for (let waited = 0; waited < ENDPOINT_MS && stream.sofar().events.length === 0; waited += 100) {
    const { end } = await stream.ended(100);
    if (end !== 'timeout') break;
  }
  return { reply: stream.sofar(), abort: () => stream.abort() };
}

async function judgeEndpoint(context: CheckContext): Promise<Judgement> {
  const { reply, abort } = await openStream(context);
  abort();
  const [first] = reply.events;
  if (first === undefined)
    return breach(`GET got ${statusOf(reply)} and no event within ${ENDPOINT_MS} ms`, reply);
  if (first.type !== 'endpoint') return breach(`the first event is '${first.type}', not 'endpoint'`, reply);
  const url = URL.canParse(first.data, context.http.url.href)
    ? new URL(first.data, context.http.url)
    : undefined;
  if (url === undefined) return breach(`the endpoint event has no URI: ${first.data.slice(0, 120)}`, reply);
  return url.origin === context.http.url.origin
    ? pass(undefined, reply)
    : breach(`the endpoint event leads to another origin: ${url.origin}`, reply);
}

async function judgePost(context: CheckContext): Promise<Judgement> {
  const { reply, abort } = await openStream(context);
  const [first] = reply.events;
  if (first?.type !== 'endpoint') {
    abort();
    return skip('could-not-test', 'no endpoint event came');
  }
  const accepted = await context.http.send({
    url: new URL(first.data, context.http.url).href,
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    headers: { 'content-type': 'application/json' },
  });
  abort();
  if (accepted.status >= 200 && accepted.status < 300) return pass(`HTTP ${accepted.status}`, accepted);
  return breach(`a POST to the endpoint: expected a 2xx, got ${statusOf(accepted)}`, accepted);
}

export const SSE_CHECKS: readonly Check[] = [
  {
    id: 'http-sse-endpoint-event',
    title: 'GET gives an event stream whose first event names the endpoint for messages.',
    ...facts,
    isWellFormed: true,
    run: judgeEndpoint,
  },
  {
    id: 'http-sse-post-accepted',
    title: 'A message posted to the endpoint is accepted.',
    ...facts,
    isWellFormed: true,
    run: judgePost,
  },
  {
    id: 'http-sse-origin',
    title: 'A foreign Origin is refused the event stream.',
    ...facts,
    spec: passage('basic/transports#security-warning'),
    async run(context) {
      const { reply, abort } = await openStream(context, { origin: 'http://evil.example.com' });
      abort();
      if (reply.status >= 400 && reply.status < 500) return pass(`HTTP ${reply.status}`, reply);
      return breach(
        `GET with Origin: http://evil.example.com: expected a 4xx, got ${statusOf(reply)}`,
        reply,
      );
    },
  },
];
