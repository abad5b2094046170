/** Who caused it: our own caller, the other side, or the channel between. */
export type FaultOrigin = 'local' | 'peer' | 'transport';

interface FaultCodeRow {
  readonly origin: FaultOrigin;
  /** One sentence for docs/errors.md: what it means and what to do. */
  readonly meaning: string;
}

/** Every code a `Fault` can have. docs/errors.md is held against this table by a test. */
export const FAULT_CODES = {
  // What came in could not be read.
  invalid_utf8: { origin: 'peer', meaning: 'A frame is not valid UTF-8. The sending program is at fault.' },
  invalid_json: {
    origin: 'peer',
    meaning:
      'A frame is not JSON. Look at the text: a log line on stdout, or an HTML page, is the usual cause.',
  },
  invalid_message: { origin: 'peer', meaning: 'A frame is JSON but not a JSON-RPC 2.0 message of MCP.' },
  invalid_result: {
    origin: 'peer',
    meaning: 'The answer to a request does not have the shape that the specification gives it.',
  },
  limit_exceeded: {
    origin: 'peer',
    meaning: 'Something was larger than the named limit. Raise it in `limits` if the size is expected.',
  },
  invalid_trace: {
    origin: 'local',
    meaning:
      'A line of a trace file cannot be used. `details.line` is its number; docs/trace.md has the format.',
  },
  trace_unwritable: {
    origin: 'local',
    meaning: 'A trace file could not be written. The message names the path and the system error.',
  },
  // The channel.
  spawn_failed: {
    origin: 'local',
    meaning: 'The server command could not be started. Check the command, PATH and working folder.',
  },
  process_exited: {
    origin: 'peer',
    meaning:
      'The server process ended while it was needed. The message carries its exit code and the last lines of stderr.',
  },
  connect_failed: {
    origin: 'transport',
    meaning: 'No connection could be made. The message names the address and the system error.',
  },
  listen_failed: {
    origin: 'local',
    meaning:
      'A server could not listen on the address. It is in use or not allowed: choose another port or host.',
  },
  not_started: {
    origin: 'local',
    meaning: 'Something was asked of a server that it only has once it was started. Await `start()` first.',
  },
  config_unwritable: {
    origin: 'local',
    meaning:
      'A config file for an agent CLI could not be written. The message names the path and the system error.',
  },
  connection_lost: {
    origin: 'transport',
    meaning: 'The connection ended before the answer came. Whether the request was carried out is unknown.',
  },
  tls_failed: {
    origin: 'transport',
    meaning:
      'The TLS certificate was not accepted. Name the CA in the server description, or set NODE_EXTRA_CA_CERTS.',
  },
  http_status: {
    origin: 'peer',
    meaning:
      'The server answered with an HTTP status that is no MCP answer. The message carries status and the start of the body.',
  },
  unauthorized: {
    origin: 'peer',
    meaning:
      'HTTP 401. `details.challenge` is the parsed WWW-Authenticate header; give credentials in `headers`.',
  },
  forbidden: {
    origin: 'peer',
    meaning: 'HTTP 403. `details.challenge` is the parsed WWW-Authenticate header, when there is one.',
  },
  unexpected_content_type: {
    origin: 'peer',
    meaning: 'The HTTP answer is neither JSON nor an event stream.',
  },
  unsupported_encoding: {
    origin: 'peer',
    meaning: 'The HTTP answer is compressed in a way that was not offered.',
  },
  redirect_refused: {
    origin: 'peer',
    meaning: 'The server redirected to where a request must not be sent on. Use the final URL.',
  },
  session_expired: {
    origin: 'peer',
    meaning: 'The server no longer knows the session (HTTP 404). The client opens a new one by itself.',
  },
  subscription_ended: {
    origin: 'peer',
    meaning: 'The server ended a subscription without giving its result. Listen again if it is still wanted.',
  },
  // Our own caller.
  closed: { origin: 'local', meaning: 'The client, server or connection was closed before this call.' },
  cancelled: { origin: 'local', meaning: 'The caller aborted the request through its AbortSignal.' },
  timed_out: {
    origin: 'local',
    meaning:
      'A time budget ran out. `details.budget` names it (connect, idle or total) and the message says how to raise it.',
  },
  invalid_argument: {
    origin: 'local',
    meaning: 'An option or argument given to plainwire is wrong. The message names it.',
  },
  capability_missing: {
    origin: 'local',
    meaning: 'The other side did not declare the capability that this call needs.',
  },
  not_in_revision: { origin: 'local', meaning: 'The method does not exist in the protocol revision in use.' },
  platform_missing: {
    origin: 'local',
    meaning: 'This function needs Node.js (processes, sockets or files) and the runtime has none.',
  },
  // The protocol above the frames.
  negotiation_failed: {
    origin: 'peer',
    meaning: 'No protocol revision could be agreed on. `details` lists what each side offers.',
  },
  input_required_unexpected: {
    origin: 'peer',
    meaning: 'The server asked for input that this client did not declare, or gave nothing to answer.',
  },
  input_rounds_exceeded: {
    origin: 'peer',
    meaning: 'The server kept asking for input beyond the limit of rounds for one request.',
  },
  input_rejected: {
    origin: 'local',
    meaning: 'Our own user refused what the server asked for, and the call cannot go on without it.',
  },
  peer_unreachable: {
    origin: 'local',
    meaning:
      'The client cannot be asked anything here: its HTTP requests have no session, or no stream that reaches it.',
  },
  question_refused: {
    origin: 'peer',
    meaning:
      'The client answered a question of this server with an error: its user refused, say. `details.error` is that error.',
  },
  left_out: {
    origin: 'peer',
    meaning:
      'Something that a server offers was left out when it was adapted. The message says what, why, and how to reach it.',
  },
  not_writable: {
    origin: 'local',
    meaning: 'Something was to be written where a server alone writes. The message says what to do instead.',
  },
  handler_failed: { origin: 'local', meaning: 'A callback of the application threw. The cause is attached.' },
  // Many servers at once.
  server_unavailable: {
    origin: 'transport',
    meaning:
      'A server of a host has no connection. The message says why; `host.state(name)` has what its process said last.',
  },
  permission_denied: {
    origin: 'local',
    meaning:
      'A rule, or the person who was asked, did not permit the call of a tool. The message says which; `host.explain(name)`, too.',
  },
  output_unwritable: {
    origin: 'local',
    meaning:
      'A resource that is no text could not be saved. The message names the path and the system error.',
  },
  // JSON Schema.
  schema_dialect_unsupported: {
    origin: 'peer',
    meaning: 'A schema declares a JSON Schema dialect that is not supported. The message names it.',
  },
  schema_invalid: {
    origin: 'peer',
    meaning: 'A schema does not compile, refers to the network, or is beyond the limits.',
  },
  output_invalid: {
    origin: 'peer',
    meaning:
      'A tool result does not match the outputSchema of its tool. `details.result` is the whole result.',
  },
} as const satisfies { readonly [code: string]: FaultCodeRow };

export type FaultCode = keyof typeof FAULT_CODES;
