import { array, boolean, list, map, type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { RoleShape } from './annotations.js';
import { cacheMembers, icons, itemMeta, naming, pageMembers, resultMembers } from './base.js';
import { ContentBlockShape } from './content.js';
import { inputAnswerMembers } from './input-required.js';
import { requestMembers } from './request-meta.js';

const promptArgumentMembers = {
  ...naming,
  description: optional(string()),
  required: optional(boolean()),
};
/** An argument that a prompt takes. */
export interface PromptArgument extends ObjectOf<typeof promptArgumentMembers> {}
export const PromptArgumentShape: Shape<PromptArgument> = object('PromptArgument', promptArgumentMembers);

// 2026-07-28 schema#prompt
const promptMembers = {
  ...naming,
  description: optional(string()),
  arguments: optional(array(PromptArgumentShape)),
  ...itemMeta,
  ...icons,
};
/** A prompt that a server offers. */
export interface Prompt extends ObjectOf<typeof promptMembers> {}
export const PromptShape: Shape<Prompt> = object('Prompt', promptMembers);

const promptMessageMembers = { role: RoleShape, content: ContentBlockShape };
/** One message of a prompt. */
export interface PromptMessage extends ObjectOf<typeof promptMessageMembers> {}
export const PromptMessageShape: Shape<PromptMessage> = object('PromptMessage', promptMessageMembers);

// 2026-07-28 server/prompts#listing-prompts
const listPromptsResultMembers = {
  ...resultMembers,
  ...pageMembers,
  ...cacheMembers,
  prompts: list(PromptShape),
};
/** One page of prompts. */
export interface ListPromptsResult extends ObjectOf<typeof listPromptsResultMembers> {}
export const ListPromptsResultShape: Shape<ListPromptsResult> = object(
  'ListPromptsResult',
  listPromptsResultMembers,
);

// 2026-07-28 server/prompts#getting-a-prompt
const getPromptParamsMembers = {
  ...requestMembers,
  name: string(),
  arguments: optional(map(string()), { check: 'present' }),
  ...inputAnswerMembers,
};
/** Params of `prompts/get`. */
export interface GetPromptParams extends ObjectOf<typeof getPromptParamsMembers> {}
export const GetPromptParamsShape: Shape<GetPromptParams> = object(
  'GetPromptRequestParams',
  getPromptParamsMembers,
);

const getPromptResultMembers = {
  ...resultMembers,
  description: optional(string()),
  messages: array(PromptMessageShape),
};
/** A prompt with its arguments filled in. */
export interface GetPromptResult extends ObjectOf<typeof getPromptResultMembers> {}
export const GetPromptResultShape: Shape<GetPromptResult> = object('GetPromptResult', getPromptResultMembers);
