// From what became of a request to a judgement.
import { breach, type Judgement, pass } from '../check.js';
import { describeReply, type Reply } from '../wire/wire-session.js';

/** -32700 to -32603, by what they are called here. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The reply in a few words, on one line, with what came instead of the response that was waited for. */
export const describe = (reply: Reply): string => inWords(reply).replace(/\s+/g, ' ');

function inWords(reply: Reply): string {
  if (reply.kind === 'result' && reply.result['isError'] === true) return 'a result with isError';
  if (reply.kind === 'refused' && reply.http.body !== '') {
    return `${describeReply(reply)}, without the id of the request: ${reply.http.body.slice(0, 160)}`;
  }
  if (reply.kind !== 'silence') return describeReply(reply);
  const received = reply.records.filter(({ direction }) => direction === 'received');
  const last = received.at(-1);
  return last === undefined
    ? describeReply(reply)
    : `${describeReply(reply)} with this id, only ${last.text.slice(0, 120)}`;
}

/** Passes when the request was refused with one of the codes. */
export function expectError(reply: Reply, sent: string, codes: readonly number[]): Judgement {
  if (reply.kind === 'error' && codes.includes(reply.error.code)) return pass(undefined, reply);
  return breach(`${sent}: expected error ${codes.join(' or ')}, got ${describe(reply)}`, reply);
}

/** Passes when the request was answered with a result. */
export function expectResult(reply: Reply, sent: string): Judgement {
  if (reply.kind === 'result') return pass(undefined, reply);
  return breach(`${sent}: expected a result, got ${describe(reply)}`, reply);
}

/** Passes when the server still answers. */
export function expectAlive(reply: Reply, after: string): Judgement {
  if (reply.kind === 'result' || reply.kind === 'error') return pass();
  return breach(`after ${after} the server did not answer any more: ${describe(reply)}`, reply);
}

/**
 * Passes when the request was refused with the code and, over HTTP, the status. `status` 400 stands for what the modern
 * specification prescribes with the code.
 */
export function expectRefusal(reply: Reply, sent: string, code: number, status: number): Judgement {
  const judged = expectError(reply, sent, [code]);
  const { http } = reply;
  if (http === undefined || http.status === status) return judged;
  const wanted = `HTTP ${status} with error ${code}`;
  return breach(`${sent}: expected ${wanted}, got HTTP ${http.status} with ${describe(reply)}`, reply);
}

const ORDER: readonly Judgement['kind'][] = ['fail', 'breach', 'warn', 'info', 'pass', 'skip'];

/** The worst of several judgements; those of the same kind are told together. */
export function worst(judgements: readonly Judgement[]): Judgement {
  const kind = ORDER.find((each) => judgements.some((judgement) => judgement.kind === each));
  const [first, ...others] = judgements.filter((judgement) => judgement.kind === kind);
  if (first === undefined) return pass();
  const reasons = [first, ...others].flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  if (reasons.length < 2) return first;
  const more = reasons.length > 3 ? `; and ${reasons.length - 3} more` : '';
  return { ...first, reason: `${reasons.slice(0, 3).join('; ')}${more}` };
}

/** Runs one after the other, and gives the worst. */
export async function eachInTurn<T>(
  cases: readonly T[],
  judge: (item: T) => Promise<Judgement>,
): Promise<Judgement> {
  const judgements: Judgement[] = [];
  for (const item of cases) judgements.push(await judge(item));
  return worst(judgements);
}
