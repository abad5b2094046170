// What holds for the results of each method, whichever check asked for them.
import { isJsonObject, META, type RequestMethod } from '../../protocol/index.js';
import type { Judgement, PassiveCheck } from '../check.js';
import { breach, EVERY_TRANSPORT, type Levels, legacy, levels, modern, pass, skip } from '../check.js';
import { passage, type SpecReference } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import { pages } from './spec-pages.js';

interface ResultRow {
  readonly method: RequestMethod;
  readonly levels: Levels;
  readonly spec: SpecReference;
}

const ALL = levels('MUST');

/** The methods whose results the checks come to see, with where their shape is described. */
const ROWS: readonly ResultRow[] = [
  { method: 'initialize', levels: legacy('MUST'), spec: passage('basic/lifecycle#initialization') },
  { method: 'server/discover', levels: modern('MUST'), spec: passage('server/discover#discoverresult') },
  { method: 'ping', levels: legacy('MUST'), spec: passage('basic/utilities/ping#behavior-requirements') },
  { method: 'tools/list', levels: ALL, spec: passage('server/tools#listing-tools') },
  { method: 'tools/call', levels: ALL, spec: passage('server/tools#tool-result') },
  { method: 'resources/list', levels: ALL, spec: passage('server/resources#listing-resources') },
  { method: 'resources/templates/list', levels: ALL, spec: passage('server/resources#resource-templates') },
  { method: 'resources/read', levels: ALL, spec: passage('server/resources#reading-resources') },
  { method: 'resources/subscribe', levels: legacy('MUST'), spec: passage('server/resources#subscriptions') },
  {
    method: 'resources/unsubscribe',
    levels: legacy('MUST'),
    spec: passage('server/resources#subscriptions'),
  },
  { method: 'prompts/list', levels: ALL, spec: passage('server/prompts#listing-prompts') },
  { method: 'prompts/get', levels: ALL, spec: passage('server/prompts#getting-a-prompt') },
  {
    method: 'completion/complete',
    levels: ALL,
    spec: passage('server/utilities/completion#completion-results'),
  },
  {
    method: 'logging/setLevel',
    levels: legacy('MUST'),
    spec: pages('server/utilities/logging#setting-log-level', 'server/utilities/logging'),
  },
];

/** The result of the method in a record, when it holds one alone. */
function resultIn(record: WireRecord, method: string) {
  const [message] = record.messages;
  if (record.direction === 'sent' || record.answers !== method || record.messages.length !== 1)
    return undefined;
  return message?.kind === 'success' ? message.result : undefined;
}

type Result = NonNullable<ReturnType<typeof resultIn>>;

/** Judges every result of the method; skipped when none was seen. */
function judgeResults(
  traffic: Traffic,
  method: string,
  problemOf: (result: Result, record: WireRecord) => string | undefined,
): Judgement {
  let seen = 0;
  for (const record of traffic.records) {
    const result = resultIn(record, method);
    if (result === undefined) continue;
    seen += 1;
    const problem = problemOf(result, record);
    if (problem !== undefined) return breach(`a result of ${method}: ${problem}`, { records: [record] });
  }
  return seen === 0 ? skip('not-applicable', `no result of ${method} was seen`) : pass(`${seen} results`);
}

const schemaCheck = ({ method, levels, spec }: ResultRow): PassiveCheck => ({
  id: `schema-result-${method}`,
  title: `The results of ${method} have the form that the schema gives them.`,
  subject: 'wire',
  spec,
  levels,
  transports: EVERY_TRANSPORT,
  judge: (traffic) =>
    judgeResults(traffic, method, (_result, { findings }) => {
      const finding = findings.find(({ path }) => path.startsWith('result'));
      return finding === undefined ? undefined : `${finding.path} ${finding.message}`;
    }),
});

/** 2026-07-28 basic/patterns/mrtr#supported-requests */
const MAY_ASK: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'];

function resultTypeProblem(method: string, type: unknown, mayExtend: boolean): string | undefined {
  if (type === 'complete') return undefined;
  if (type === 'input_required') {
    return MAY_ASK.includes(method)
      ? undefined
      : 'resultType is input_required, which this method must not use';
  }
  if (type === undefined) return 'resultType is missing';
  if (typeof type === 'string' && mayExtend) return undefined;
  return `resultType is ${JSON.stringify(type)}`;
}

const declaresExtensions = (traffic: Traffic): boolean =>
  traffic.records.some((record) => {
    const capabilities = resultIn(record, 'server/discover')?.['capabilities'];
    return isJsonObject(capabilities) && isJsonObject(capabilities['extensions']);
  });

const typeCheck = (method: RequestMethod): PassiveCheck => ({
  id: `result-type-${method}`,
  title: `The results of ${method} say in resultType what they are.`,
  subject: 'wire',
  spec: passage('basic/index#resulttype'),
  levels: modern('MUST'),
  transports: EVERY_TRANSPORT,
  judge(traffic) {
    const mayExtend = declaresExtensions(traffic);
    return judgeResults(traffic, method, (result) =>
      resultTypeProblem(method, result['resultType'], mayExtend),
    );
  },
});

/** What is wrong with the `serverInfo` in the `_meta` of a result. */
export function serverInfoProblem(result: Result): string | undefined {
  const meta = result['_meta'];
  const serverInfo = isJsonObject(meta) ? meta[META.SERVER_INFO] : undefined;
  if (serverInfo === undefined) return `_meta lacks ${META.SERVER_INFO}`;
  const isNamed = isJsonObject(serverInfo) && typeof serverInfo['name'] === 'string';
  return isNamed ? undefined : `${META.SERVER_INFO} in _meta has no name`;
}

const serverInfoCheck = (method: RequestMethod): PassiveCheck => ({
  id: `serverinfo-meta-${method}`,
  title: `The results of ${method} say who the server is.`,
  subject: 'wire',
  spec: passage('basic/index#meta'),
  levels: modern('SHOULD'),
  transports: EVERY_TRANSPORT,
  judge: (traffic) => judgeResults(traffic, method, serverInfoProblem),
});

const MODERN_METHODS = ROWS.filter(({ levels: each }) => each['2026-07-28'] !== undefined).map(
  ({ method }) => method,
);

export const RESULT_CHECKS: readonly PassiveCheck[] = [
  ...ROWS.map(schemaCheck),
  ...MODERN_METHODS.map(typeCheck),
  ...MODERN_METHODS.map(serverInfoCheck),
];
