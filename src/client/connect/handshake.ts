import type { ErrorMessage, InitializeResult, JsonObject, Revision } from '../../protocol/index.js';
import {
  chooseRevision,
  eraOf,
  Fault,
  isFault,
  isJsonObject,
  isRevision,
  notification,
  redactError,
  redactedExcerpt,
  request,
} from '../../protocol/index.js';
import { clientCapabilities } from '../capabilities.js';
import { implementationOf } from '../implementation.js';
import type { Line, Session } from '../session.js';
import { rpcErrorOf } from '../session.js';
import { latest, willingRevisions } from './discover.js';
import type { Opening } from './opening.js';

/**
 * The `initialize` handshake, up to the answer: `initialized` below ends it. Asks for the newest legacy revision, takes
 * any other that the server offers and we know, and asks once more when the server refuses the version but says which
 * it would take.
 *
 * @throws Fault `negotiation_failed`, or whatever the connection fails with
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation
 */
export async function initialize(opening: Opening, line: Line): Promise<Session> {
  const ours = willingRevisions(opening).filter((revision) => eraOf(revision) === 'legacy');
  const preferred = latest(ours);
  if (preferred === undefined) throw new Fault('invalid_argument', 'No legacy revision may be spoken.');
  const answer = await ask(opening, line, preferred);
  if (answer.kind === 'success') return sessionOf(line, answer.result, ours);
  const offered = offeredVersion(answer, ours);
  if (offered === undefined || offered === preferred) throw refused(answer);
  const second = await ask(opening, line, offered);
  if (second.kind === 'success') return sessionOf(line, second.result, ours);
  throw refused(second);
}

/** Tells the connection and the server what was agreed on. Nothing else may be sent before. */
export async function initialized(opening: Opening, session: Session): Promise<void> {
  const { connection } = session.line;
  session.line.era = 'legacy';
  connection.negotiated({ revision: session.revision, era: 'legacy' });
  try {
    await opening.orOver(connection.notify(notification('notifications/initialized')));
  } catch (error) {
    if (session.line.end !== undefined || opening.signal.aborted || isAccessFault(error)) throw error;
    opening.config.warn(
      new Fault('connection_lost', 'The server did not take notifications/initialized; going on without.', {
        cause: error,
      }),
    );
  }
}

async function ask(opening: Opening, line: Line, protocolVersion: Revision) {
  const { config, parts } = opening;
  const params = {
    protocolVersion,
    capabilities: clientCapabilities(config.options, 'legacy'),
    clientInfo: config.clientInfo,
  };
  const exchange = line.connection.exchange(
    request(parts.ids.next(), 'initialize', params as unknown as JsonObject),
  );
  return opening.orOver(exchange);
}

function sessionOf(line: Line, result: JsonObject, ours: readonly Revision[]): Session {
  const { protocolVersion, capabilities, serverInfo, instructions } = result as unknown as InitializeResult;
  if (typeof protocolVersion !== 'string') {
    throw new Fault('invalid_result', 'The server answered initialize without a protocolVersion.', {
      details: { result },
    });
  }
  // 2025-11-25 basic/lifecycle#version-negotiation: a version that the client does not support ends the connection
  if (!isRevision(protocolVersion) || !ours.includes(protocolVersion)) {
    const theirs = redactedExcerpt(protocolVersion);
    const message = `The server wants to speak ${JSON.stringify(theirs)}; this client speaks ${ours.join(', ')}.`;
    throw new Fault('negotiation_failed', message, { details: { ours, theirs: [theirs] } });
  }
  return {
    line,
    revision: protocolVersion,
    era: 'legacy',
    serverInfo: implementationOf(serverInfo),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

/** The newest version of ours that a refusal names. 2025-11-25 basic/lifecycle#error-handling */
function offeredVersion(answer: ErrorMessage, ours: readonly Revision[]): Revision | undefined {
  const { data } = answer.error;
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  return Array.isArray(supported) ? chooseRevision(ours, supported) : undefined;
}

function refused(answer: ErrorMessage): Fault {
  const error = redactError(answer.error);
  const { code, message, data } = error;
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  const theirs = Array.isArray(supported) ? ` It names these versions: ${versionsIn(supported)}.` : '';
  return new Fault(
    'negotiation_failed',
    `The server refused initialize: ${code} ${redactedExcerpt(message)}.${theirs}`,
    {
      cause: rpcErrorOf({ ...answer, error }),
      details: {
        error,
        ...(answer.httpStatus === undefined ? {} : { status: answer.httpStatus }),
      },
    },
  );
}

/** Names in a list of the server's, which may hold anything. */
function versionsIn(supported: readonly unknown[]): string {
  return redactedExcerpt(supported.filter((version) => typeof version === 'string').join(', '));
}

function isAccessFault(error: unknown): boolean {
  return isFault(error, 'unauthorized') || isFault(error, 'forbidden');
}
