import type { Revision } from '../protocol/index.js';
import { REVISIONS } from '../protocol/index.js';
import type { CheckContext } from './context.js';
import type { SpecReference } from './spec-passage.js';
import type { Traffic } from './wire/traffic.js';
import type { CheckTransport, Evidence } from './wire/wire-record.js';

/** How strongly the specification demands it: MUST (a breach is a fail), SHOULD (warn), or not at all (info). */
export type Level = 'MUST' | 'SHOULD' | 'INFO';

/** The level in each revision. A check is not run in a revision that is absent here. */
export type Levels = { readonly [revision in Revision]?: Level };

/** The groups of the report, in its order. */
export const SUBJECTS = [
  'connection',
  'wire',
  'lifecycle',
  'json-rpc',
  'stdio',
  'http',
  'headers',
  'lists',
  'tools',
  'resources',
  'prompts',
  'completion',
  'logging',
  'utilities',
  'subscriptions',
  'authorization',
] as const;

export type Subject = (typeof SUBJECTS)[number];

/** Why something could not be judged. */
export type SkipWhy =
  /** The server does not declare, list or offer what the check is about. */
  | 'capability-absent'
  /** The rule does not apply to this server: it is not protected, keeps no sessions… */
  | 'not-applicable'
  /** The caller did not allow it: `--allow-calls`, `--remote`… */
  | 'not-permitted'
  /** It applies, but something else kept it from being tried. */
  | 'could-not-test';

/**
 * What the body of a check found. `breach` becomes fail, warn or info by the level of the revision; `fail`, `warn` and
 * `info` are for a rule with more than one degree, and stand as they are. Without evidence the report shows the last
 * exchange of the check.
 */
export type Judgement =
  | { readonly kind: 'pass'; readonly reason?: string; readonly evidence?: Evidence }
  | {
      readonly kind: 'breach' | 'fail' | 'warn' | 'info';
      readonly reason: string;
      readonly evidence?: Evidence;
    }
  | { readonly kind: 'skip'; readonly why: SkipWhy; readonly reason: string };

/** What every check says about itself. */
export interface CheckFacts {
  /** Stable for ever: lower case words and hyphens; a revision, a method or a dot may be part of it. */
  readonly id: string;
  /** The rule that is checked, as a sentence: "A notification is not answered." */
  readonly title: string;
  readonly subject: Subject;
  readonly spec: SpecReference;
  readonly levels: Levels;
  readonly transports: readonly CheckTransport[];
  /** Capability of the server, as a path (`resources.subscribe`); the check is skipped where it is not declared. */
  readonly needs?: string;
}

/** A check that sends something. */
export interface ActiveCheck extends CheckFacts {
  /**
   * It sends what may bring a server down. Such checks run one after the other on a session of their own, which is
   * what `context.session()` gives; when that dies, the check is run again alone, and only then blamed.
   */
  readonly isDestructive?: true;
  /** It opens its own sessions (`context.fresh()`) and never asks for `context.session()`, so it may run beside others. */
  readonly usesOwnSessions?: true;
  /** It sends only what a well-behaved client would: it also runs against a remote server without `--remote`. */
  readonly isWellFormed?: true;
  /**
   * `unknown`: calls a tool name that no server has; runs after everything else, and not with `--no-calls`. `listed`:
   * calls what `context.callableTools()` allows.
   */
  readonly callsTools?: 'unknown' | 'listed';
  /** What it does is the same in all revisions of an era: it runs in the newest served one of each era only. */
  readonly oncePerEra?: true;
  /** It is about a server that answers nothing at all any more: that it answers no ping either is no excuse. */
  readonly isAboutSilence?: true;
  /** It is run although the server demands credentials that were not given. Default: only then skipped. */
  readonly runsUnauthorized?: true;
  run(context: CheckContext): Promise<Judgement>;
}

/** A check that looks at everything that was received in a revision, after all others have run. Also for recordings. */
export interface PassiveCheck extends CheckFacts {
  judge(traffic: Traffic): Judgement;
}

export type Check = ActiveCheck | PassiveCheck;

export function isPassive(check: Check): check is PassiveCheck {
  return 'judge' in check;
}

export const EVERY_TRANSPORT: readonly CheckTransport[] = ['stdio', 'http', 'sse'];
export const DUPLEX: readonly CheckTransport[] = ['stdio', 'sse'];
export const STDIO: readonly CheckTransport[] = ['stdio'];
export const HTTP: readonly CheckTransport[] = ['http'];

/** Levels for the revisions from `from` to `until`, both included. Combine by spreading: the later one wins. */
export function levels(level: Level, from?: Revision, until?: Revision): Levels {
  const served = REVISIONS.filter(
    (revision) => (from === undefined || revision >= from) && (until === undefined || revision <= until),
  );
  return Object.fromEntries(served.map((revision) => [revision, level]));
}

/** The same level in all legacy revisions. */
export const legacy = (level: Level): Levels => levels(level, undefined, '2025-11-25');
/** The level in the modern revisions. */
export const modern = (level: Level): Levels => levels(level, '2026-07-28');

export function pass(reason?: string, evidence?: Evidence): Judgement {
  return {
    kind: 'pass',
    ...(reason === undefined ? {} : { reason }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** The rule was broken. */
export const breach = (reason: string, evidence?: Evidence): Judgement => found('breach', reason, evidence);
/** Worse than the level of the rule says. */
export const fail = (reason: string, evidence?: Evidence): Judgement => found('fail', reason, evidence);
/** Less bad than the level of the rule says. */
export const warn = (reason: string, evidence?: Evidence): Judgement => found('warn', reason, evidence);
/** Worth telling, and nothing wrong. */
export const info = (reason: string, evidence?: Evidence): Judgement => found('info', reason, evidence);

export const skip = (why: SkipWhy, reason: string): Judgement => ({ kind: 'skip', why, reason });

function found(kind: 'breach' | 'fail' | 'warn' | 'info', reason: string, evidence?: Evidence): Judgement {
  return { kind, reason, ...(evidence === undefined ? {} : { evidence }) };
}
