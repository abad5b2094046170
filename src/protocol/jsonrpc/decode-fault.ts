import type { FaultOptions } from '../fault.js';
import { Fault } from '../fault.js';
import type { FaultCode } from '../fault-codes.js';
import { redactedExcerpt } from '../redact/excerpt.js';
import type { ErrorMessage, RequestId } from './message.js';
import { faultResponse } from './wire-fault.js';

/** What a frame that is no message seems to be, from the members it has. */
export type FrameShape = 'request' | 'notification' | 'response' | 'unknown';

/**
 * A frame that is no message. `response` is what a receiver answers: -32700 when the frame is not JSON, else
 * -32600, with the id of the frame when that could be read.
 *
 * Look at `shape` before answering. A `response` is not answered: settle the request that has `response.id`
 * with `fault`. A `notification` is not answered either (2026-07-28 basic#notifications). A `request` is, and
 * so is what is `unknown` where the carrier allows it.
 */
export interface DecodeFault {
  kind: 'fault';
  fault: Fault;
  response: ErrorMessage;
  shape: FrameShape;
}

/** What could be read of the frame, and the text to quote from. */
export interface FrameRemains {
  shape: FrameShape;
  id?: RequestId | undefined;
  text?: string;
}

const HINTS: { readonly [code in FaultCode]?: string } = {
  invalid_utf8: 'Messages are UTF-8; look at how the other program encodes its output.',
  invalid_json: 'A log line on stdout or an HTML page is the usual cause.',
  invalid_message: 'The other program does not follow JSON-RPC 2.0 as MCP uses it.',
  limit_exceeded: 'Raise the limit if the size is expected.',
};

/**
 * Builds the fault for a frame. `reason` is a clause of ours; the frame is quoted redacted, for our side
 * only.
 */
export function decodeFault(
  code: FaultCode,
  reason: string,
  remains: FrameRemains,
  options: FaultOptions = {},
): DecodeFault {
  const quote = remains.text === undefined ? undefined : redactedExcerpt(remains.text);
  const begins = quote === undefined ? '' : ` It begins: ${JSON.stringify(quote)}.`;
  const details = quote === undefined ? { reason } : { reason, excerpt: quote };
  const message = `The other side sent a frame that cannot be used: ${reason}.${begins} ${HINTS[code] ?? ''}`;
  const fault = new Fault(code, message.trimEnd(), { ...options, details });
  return { kind: 'fault', fault, response: faultResponse(fault, remains.id), shape: remains.shape };
}
