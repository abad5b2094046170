import { type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { requestMembers } from './request-meta.js';

// 2026-07-28 server/utilities/pagination
const listParamsMembers = {
  ...requestMembers,
  cursor: optional(string(), { check: 'present' }),
};
/** Params of the list requests. */
export interface ListParams extends ObjectOf<typeof listParamsMembers> {}
export const ListParamsShape: Shape<ListParams> = object('PaginatedRequestParams', listParamsMembers);
