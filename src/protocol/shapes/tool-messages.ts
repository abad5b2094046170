import { anyObject, array, boolean, list, type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { cacheMembers, pageMembers, resultMembers } from './base.js';
import { ContentBlockShape, StructuredContentShape } from './content.js';
import { inputAnswerMembers } from './input-required.js';
import { requestMembers } from './request-meta.js';
import { taskMember } from './task-augmentation.js';
import { ToolShape } from './tools.js';

// 2026-07-28 server/tools#listing-tools
const listToolsResultMembers = {
  ...resultMembers,
  ...pageMembers,
  ...cacheMembers,
  tools: list(ToolShape),
};
/** One page of tools. */
export interface ListToolsResult extends ObjectOf<typeof listToolsResultMembers> {}
export const ListToolsResultShape: Shape<ListToolsResult> = object('ListToolsResult', listToolsResultMembers);

// 2026-07-28 server/tools#calling-tools
const callToolParamsMembers = {
  ...requestMembers,
  name: string(),
  arguments: optional(anyObject(), { check: 'present' }),
  ...inputAnswerMembers,
  ...taskMember,
};
/** Params of `tools/call`. Absent arguments are `{}`. */
export interface CallToolParams extends ObjectOf<typeof callToolParamsMembers> {}
export const CallToolParamsShape: Shape<CallToolParams> = object(
  'CallToolRequestParams',
  callToolParamsMembers,
);

const callToolResultMembers = {
  ...resultMembers,
  content: array(ContentBlockShape),
  structuredContent: optional(StructuredContentShape, { since: '2025-06-18' }),
  isError: optional(boolean(), { check: 'nonNull' }),
};
/** What a tool gave. `isError` means that the tool itself failed. */
export interface CallToolResult extends ObjectOf<typeof callToolResultMembers> {}
export const CallToolResultShape: Shape<CallToolResult> = object('CallToolResult', callToolResultMembers);
