import { array, from, type ObjectOf, object, optional, string, versions } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { itemMeta, MetaShape } from './base.js';
import { RequestMetaShape } from './request-meta.js';

// 2026-07-28 schema#root
const rootMembers = { uri: string('uri'), name: optional(string()), ...itemMeta };
/** A folder or file that the client lets the server work in. */
export interface Root extends ObjectOf<typeof rootMembers> {}
export const RootShape: Shape<Root> = object('Root', rootMembers);

const listRootsParamsMembers = {
  _meta: optional(
    versions([{ shape: RequestMetaShape, range: { until: '2025-11-25' } }, from('2026-07-28', MetaShape)]),
  ),
};
/** Params of `roots/list`. */
export interface ListRootsParams extends ObjectOf<typeof listRootsParamsMembers> {}
export const ListRootsParamsShape: Shape<ListRootsParams> = object(
  'ListRootsRequestParams',
  listRootsParamsMembers,
);

const listRootsResultMembers = {
  _meta: optional(MetaShape, { until: '2025-11-25' }),
  roots: array(RootShape),
};
/** The folders and files that the server may work in. */
export interface ListRootsResult extends ObjectOf<typeof listRootsResultMembers> {}
export const ListRootsResultShape: Shape<ListRootsResult> = object('ListRootsResult', listRootsResultMembers);
