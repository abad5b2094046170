import {
  array,
  boolean,
  inline,
  integer,
  literal,
  map,
  type ObjectOf,
  object,
  optional,
  string,
  union,
} from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { naming, resultMembers } from './base.js';
import { requestMembers } from './request-meta.js';

const promptReferenceMembers = { type: literal('ref/prompt'), ...naming };
/** Completion for an argument of this prompt. */
export interface PromptReference extends ObjectOf<typeof promptReferenceMembers> {}
export const PromptReferenceShape: Shape<PromptReference> = object('PromptReference', promptReferenceMembers);

const resourceTemplateReferenceMembers = {
  type: literal('ref/resource'),
  uri: string('uri-template'),
};
/** Completion for a variable of this URI template. */
export interface ResourceTemplateReference extends ObjectOf<typeof resourceTemplateReferenceMembers> {}
export const ResourceTemplateReferenceShape: Shape<ResourceTemplateReference> = object(
  'ResourceTemplateReference',
  resourceTemplateReferenceMembers,
);

// 2026-07-28 server/utilities/completion#requesting-completions
const completeParamsMembers = {
  ...requestMembers,
  ref: union(undefined, [PromptReferenceShape, ResourceTemplateReferenceShape], { tag: 'type' }),
  argument: inline({ name: string(), value: string() }),
  context: optional(inline({ arguments: optional(map(string()), { check: 'present' }) }), {
    since: '2025-06-18',
    check: 'present',
  }),
};
/** Params of `completion/complete`. */
export interface CompleteParams extends ObjectOf<typeof completeParamsMembers> {}
export const CompleteParamsShape: Shape<CompleteParams> = object(
  'CompleteRequestParams',
  completeParamsMembers,
);

const completeResultMembers = {
  ...resultMembers,
  completion: inline({
    // At most 100: always said by the page, by the schema since 2026-07-28.
    values: array(string(), [{ value: 100, range: { since: '2026-07-28' } }]),
    total: optional(integer()),
    hasMore: optional(boolean()),
  }),
};
/** Suggestions for an argument: at most 100 at once. */
export interface CompleteResult extends ObjectOf<typeof completeResultMembers> {}
export const CompleteResultShape: Shape<CompleteResult> = object('CompleteResult', completeResultMembers);
