// Results that ask for input. 2026-07-28 basic/patterns/mrtr
import { inputRequestRow, isJsonObject, lintParams } from '../../protocol/index.js';
import type { Judgement, PassiveCheck } from '../check.js';
import { breach, EVERY_TRANSPORT, modern, pass, skip } from '../check.js';
import { passage } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import { envelopeCapabilities, exchangeOf, messagesOf, SentRequests } from './traffic-reading.js';

const REQUIREMENTS = passage('basic/patterns/mrtr#server-requirements-basic-workflow');

/** The capability that a client needs for each kind of question. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

interface Asking {
  readonly result: { readonly [name: string]: unknown };
  readonly record: WireRecord;
  /** Undefined in a recording that lacks the request. */
  readonly declared: readonly string[] | undefined;
  readonly evidence: { readonly records: WireRecord[] };
}

/** Every result that asks for input, with what the client had declared. */
function askingResults(traffic: Traffic): Asking[] {
  const requests = new SentRequests(traffic);
  return messagesOf(traffic, 'received', 'success').flatMap(({ message, record }) => {
    if (message.result['resultType'] !== 'input_required') return [];
    const request = requests.for(message.id, record);
    const declared = request === undefined ? undefined : envelopeCapabilities(request.message.params);
    return [{ result: message.result, record, declared, evidence: exchangeOf(record, request) }];
  });
}

function formProblem({ result, record }: Asking): string | undefined {
  const { inputRequests, requestState } = result;
  if (inputRequests === undefined && requestState === undefined)
    return 'neither inputRequests nor requestState';
  if (requestState !== undefined && typeof requestState !== 'string') return 'requestState is not a string';
  if (inputRequests === undefined) return undefined;
  if (!isJsonObject(inputRequests)) return 'inputRequests is not an object';
  for (const [key, question] of Object.entries(inputRequests)) {
    const method = isJsonObject(question) ? question['method'] : undefined;
    const row = typeof method === 'string' ? inputRequestRow(method, record.revision) : undefined;
    if (row === undefined) return `inputRequests.${key} has the method ${JSON.stringify(method)}`;
    const [finding] = lintParams(row, (question as { params?: unknown }).params, record.revision);
    if (finding !== undefined) return `inputRequests.${key}: ${finding.path} ${finding.message}`;
  }
  return undefined;
}

function undeclaredQuestion({ result, declared }: Asking): string | undefined {
  if (!isJsonObject(result['inputRequests']) || declared === undefined) return undefined;
  for (const question of Object.values(result['inputRequests'])) {
    const needed = isJsonObject(question) ? CAPABILITY[String(question['method'])] : undefined;
    if (needed !== undefined && !declared.includes(needed)) return needed;
  }
  return undefined;
}

function judgeAll(traffic: Traffic, problemOf: (asking: Asking) => string | undefined): Judgement {
  const asking = askingResults(traffic);
  for (const each of asking) {
    const problem = problemOf(each);
    if (problem !== undefined) return breach(`a result that asks for input: ${problem}`, each.evidence);
  }
  return asking.length === 0
    ? skip('not-applicable', 'no result asked for input')
    : pass(`${asking.length} results`);
}

/** 2026-07-28 basic#meta: the error names what is missing, with HTTP status 400. */
function judgeMissingCapability(traffic: Traffic): Judgement {
  const errors = messagesOf(traffic, 'received', 'error').filter(
    ({ message }) => message.error.code === -32021,
  );
  for (const { message, record } of errors) {
    const { data } = message.error;
    const evidence = { records: [record] };
    if (!isJsonObject(data) || !isJsonObject(data['requiredCapabilities'])) {
      return breach('error -32021 has no data.requiredCapabilities', evidence);
    }
    const status = record.http?.status;
    if (status !== undefined && status !== 400) {
      return breach(`error -32021 came with HTTP ${status}, not 400`, evidence);
    }
  }
  return errors.length === 0 ? skip('not-applicable', 'no request lacked a capability') : pass();
}

const facts = { subject: 'utilities', levels: modern('MUST'), transports: EVERY_TRANSPORT } as const;

export const MRTR_CHECKS: readonly PassiveCheck[] = [
  {
    id: 'mrtr-inputrequests-lint',
    title: 'A result that asks for input has requests of the schema, or a state.',
    ...facts,
    spec: REQUIREMENTS,
    judge: (traffic) => judgeAll(traffic, formProblem),
  },
  {
    id: 'mrtr-undeclared-capability',
    title: 'Input is asked only of clients that declared that they can give it.',
    ...facts,
    spec: REQUIREMENTS,
    judge: (traffic) =>
      judgeAll(traffic, (asking) => {
        const needed = undeclaredQuestion(asking);
        return needed === undefined ? undefined : `it needs ${needed}, which the client did not declare`;
      }),
  },
  {
    id: 'missing-capability-error',
    title: 'The error for a missing client capability names it, with HTTP status 400.',
    ...facts,
    spec: passage('basic/index#meta'),
    judge: judgeMissingCapability,
  },
];
