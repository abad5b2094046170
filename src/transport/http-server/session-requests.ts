import { Fault } from '../../protocol/index.js';
import { classifyStreamEntity } from './classify-entity.js';
import { classifySession } from './classify-session.js';
import type { ExchangeServices } from './exchange-services.js';
import type { LegacySession } from './legacy-session.js';
import type { Asking } from './message-dispatch.js';
import { answerRefusal, refuse } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import { LAST_EVENT_FIELD } from './request-head.js';
import type { ResponseSink } from './response-sink.js';
import type { SessionTable } from './session-table.js';

/**
 * GET and DELETE, which are about a legacy session as a whole.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function takeSessionRequest(
  { head, sink, auth }: Asking,
  kind: 'stream' | 'end-session',
  services: ExchangeServices,
  sessions: SessionTable,
): void {
  const query = {
    fields: head.fields,
    principal: auth?.principal,
    find: (sessionId: string) => sessions.find(sessionId),
  };
  const refusal = kind === 'stream' ? classifyStreamEntity(head.fields) : undefined;
  const verdict = refusal ?? classifySession(query, services.settings.era);
  if (verdict.kind === 'refuse') {
    answerRefusal(sink, verdict);
    return;
  }
  const { session } = verdict;
  if (kind === 'end-session') {
    sessions.end(session, new Fault('closed', 'The client ended the session.', { origin: 'peer' }));
    sink.respond(204, [], undefined);
    return;
  }
  sessions.touch(session);
  openStream(sink, session, head.fields);
}

function openStream(sink: ResponseSink, session: LegacySession, fields: HeaderFields): void {
  const lastEventId = fields[LAST_EVENT_FIELD];
  if (lastEventId === undefined) {
    session.streams.listen(sink);
    return;
  }
  switch (session.streams.resume(lastEventId, sink)) {
    case 'resumed':
      return;
    case 'complete':
      // A client that missed nothing must not come back for more, and 405 is the one answer that stops all of them.
      answerRefusal(sink, refuse(405, 'This stream is complete', ['Allow', 'POST, DELETE, OPTIONS']));
      return;
    case 'unknown':
      answerRefusal(sink, refuse(400, 'What followed this Last-Event-ID is no longer kept'));
      return;
  }
}
