import { eraOf, type JsonObject, type Revision } from '../../protocol/index.js';
import type { ActiveCheck, Check, Judgement } from '../check.js';
import { isPassive, skip } from '../check.js';
import { declares, type ServerFacts } from '../context.js';
import type { CheckTransport } from '../wire/wire-record.js';
import type { CheckRunOptions } from './options.js';

/** Checks that `--only` and `--skip` leave: each pattern is an id or a subject, `*` stands for anything. */
export function selectChecks(
  checks: readonly Check[],
  { only, skip: skipped }: Pick<CheckRunOptions, 'only' | 'skip'>,
): Check[] {
  const wanted = only === undefined || only.length === 0 ? undefined : only.map(pattern);
  const unwanted = (skipped ?? []).map(pattern);
  return checks.filter((check) => {
    const fits = (one: RegExp): boolean => one.test(check.id) || one.test(check.subject);
    return (wanted === undefined || wanted.some(fits)) && !unwanted.some(fits);
  });
}

/** Patterns of a list that no check fits: a typing error, most likely. */
export function unmatchedPatterns(checks: readonly Check[], patterns: readonly string[]): string[] {
  return patterns.filter(
    (text) => !checks.some(({ id, subject }) => pattern(text).test(id) || pattern(text).test(subject)),
  );
}

function pattern(text: string): RegExp {
  const source = text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}

/** Whether a check exists in a revision on a transport; the served ones decide about checks that run once an era. */
export function isApplicable(
  check: Check,
  revision: Revision,
  transport: CheckTransport,
  served: readonly Revision[],
): boolean {
  if (check.levels[revision] === undefined || !check.transports.includes(transport)) return false;
  if (isPassive(check) || check.oncePerEra !== true) return true;
  const era = served.filter((other) => eraOf(other) === eraOf(revision) && check.levels[other] !== undefined);
  return era.every((other) => other <= revision);
}

export interface Permissions {
  readonly server: Pick<ServerFacts, 'access'> & { readonly capabilities: JsonObject };
  readonly isLocal: boolean;
  readonly options: Pick<CheckRunOptions, 'remote' | 'callReadonly' | 'allowCalls' | 'noCalls'>;
}

/** Why a check is not even begun; undefined when it is. */
export function reasonToSkip(
  check: ActiveCheck,
  { server, isLocal, options }: Permissions,
): Judgement | undefined {
  if (server.access === 'protected' && check.runsUnauthorized !== true) {
    return skip('could-not-test', 'the server demands credentials: give them with --header');
  }
  if (!isLocal && options.remote !== true && check.isWellFormed !== true) {
    return skip(
      'not-permitted',
      'it sends malformed input to a server on another machine: allow that with --remote',
    );
  }
  if (
    check.needs !== undefined &&
    server.access !== 'protected' &&
    !declares(server.capabilities, check.needs)
  ) {
    return skip('capability-absent', `the server does not declare ${check.needs}`);
  }
  return reasonNotToCall(check, options);
}

function reasonNotToCall(
  { callsTools }: ActiveCheck,
  options: Permissions['options'],
): Judgement | undefined {
  if (callsTools === 'unknown' && options.noCalls === true) {
    return skip('not-permitted', 'it calls a tool that does not exist, which --no-calls forbids');
  }
  const mayCall =
    options.noCalls !== true && (options.callReadonly === true || (options.allowCalls ?? []).length > 0);
  if (callsTools === 'listed' && !mayCall) {
    return skip('not-permitted', 'it calls tools: allow that with --call-readonly or --allow-calls');
  }
  return undefined;
}
