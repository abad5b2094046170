import {
  array,
  boolean,
  enumeration,
  from,
  inline,
  literal,
  map,
  number,
  type ObjectOf,
  object,
  optional,
  string,
  union,
} from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';
import { MetaShape } from './base.js';
import { FormSchemaShape } from './elicitation-schema.js';
import { legacyRequestMembers } from './request-meta.js';
import { taskMember } from './task-augmentation.js';

const only2025 = { since: '2025-11-25', until: '2025-11-25' } as const;

// 2026-07-28 client/elicitation#form-mode-elicitation-requests. `mode` came with 2025-11-25; absent means form.
const elicitFormParamsMembers = {
  ...legacyRequestMembers,
  mode: optional(literal('form'), { since: '2025-11-25' }),
  message: string(),
  requestedSchema: FormSchemaShape,
  ...taskMember,
};
/** A form for the user to fill in. */
export interface ElicitFormParams extends ObjectOf<typeof elicitFormParamsMembers> {}
export const ElicitFormParamsShape: Shape<ElicitFormParams> = object(
  'ElicitRequestFormParams',
  elicitFormParamsMembers,
);

// 2026-07-28 client/elicitation#url-mode-elicitation-requests
const elicitUrlParamsMembers = {
  ...legacyRequestMembers,
  mode: literal('url'),
  message: string(),
  url: string('uri'),
  // 2025-11-25 only: the id that notifications/elicitation/complete refers to
  elicitationId: optional(string(), { ...only2025, required: only2025 }),
  ...taskMember,
};
/** A page for the user to visit. Never opened without consent. */
export interface ElicitUrlParams extends ObjectOf<typeof elicitUrlParamsMembers> {}
export const ElicitUrlParamsShape: Shape<ElicitUrlParams> = object(
  'ElicitRequestURLParams',
  elicitUrlParamsMembers,
);

export const ElicitParamsShape = union(
  'ElicitRequestParams',
  [ElicitFormParamsShape, from('2025-11-25', ElicitUrlParamsShape)],
  { tag: 'mode', defaultTag: 'form' },
);
/** A question to the user: a form to fill in, or a URL to open. */
export type ElicitParams = Infer<typeof ElicitParamsShape>;

const AnswerShape = union(undefined, [string(), number(), boolean(), from('2025-11-25', array(string()))]);

// 2026-07-28 client/elicitation#response-actions
const elicitResultMembers = {
  _meta: optional(MetaShape, { until: '2025-11-25' }),
  action: enumeration(['accept', 'decline', 'cancel']),
  content: optional(map(AnswerShape)),
};
/** What the user did with a question; `content` only after `accept` of a form. */
export interface ElicitResult extends ObjectOf<typeof elicitResultMembers> {}
export const ElicitResultShape: Shape<ElicitResult> = object('ElicitResult', elicitResultMembers);

// 2025-11-25 schema#notifications%2Felicitation%2Fcomplete
const elicitationCompleteMembers = { elicitationId: string() };
/** Params of `notifications/elicitation/complete` (2025-11-25). */
export interface ElicitationCompleteParams extends ObjectOf<typeof elicitationCompleteMembers> {}
export const ElicitationCompleteParamsShape: Shape<ElicitationCompleteParams> =
  inline(elicitationCompleteMembers);
