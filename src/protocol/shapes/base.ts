// Members that many messages have: ids, `_meta`, identity, result fields.

import {
  array,
  hidden,
  integer,
  type ObjectOf,
  object,
  openEnumeration,
  openObject,
  optional,
  string,
  token,
} from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';

export const RequestIdShape = token('RequestId');
export const ProgressTokenShape = token('ProgressToken');
/** What a request is called in its progress notifications. */
export type ProgressToken = Infer<typeof ProgressTokenShape>;

// 2026-07-28 schema#icon
const iconMembers = {
  src: string('uri'),
  mimeType: optional(string()),
  sizes: optional(array(string())),
  theme: optional(openEnumeration(['light', 'dark'])),
};
/** An image that stands for something in a user interface. */
export interface Icon extends ObjectOf<typeof iconMembers> {}
export const IconShape: Shape<Icon> = object('Icon', iconMembers);

/** Members of everything that has a name for programs and a title for people. */
export const naming = {
  name: string(),
  title: optional(string(), { since: '2025-06-18' }),
};
export const icons = { icons: optional(array(IconShape), { since: '2025-11-25' }) };

// 2026-07-28 schema#implementation
const implementationMembers = {
  ...naming,
  version: string(),
  description: optional(string(), { since: '2025-11-25' }),
  websiteUrl: optional(string('uri'), { since: '2025-11-25' }),
  ...icons,
};
/** Name and version of a client or server. */
export interface Implementation extends ObjectOf<typeof implementationMembers> {}
export const ImplementationShape: Shape<Implementation> = object('Implementation', implementationMembers);

// 2026-07-28 basic#_meta
const metaMembers = {};
/** The contents of a `_meta` member. */
export interface Meta extends ObjectOf<typeof metaMembers> {
  [key: string]: unknown;
}
export const MetaShape: Shape<Meta> = openObject('MetaObject', metaMembers);

/** `_meta` of things that got it with 2025-06-18: tools, resources, prompts, content. */
export const itemMeta = { _meta: optional(MetaShape, { since: '2025-06-18' }) };

// 2026-07-28 schema#resultmetaobject
const resultMetaMembers = {
  'io.modelcontextprotocol/serverInfo': optional(ImplementationShape, { since: '2026-07-28' }),
};
/** `_meta` of a result. */
export interface ResultMeta extends ObjectOf<typeof resultMetaMembers> {
  [key: string]: unknown;
}
export const ResultMetaShape: Shape<ResultMeta> = openObject('ResultMetaObject', resultMetaMembers);

// 2026-07-28 schema#notificationmetaobject
const notificationMetaMembers = {
  'io.modelcontextprotocol/subscriptionId': optional(RequestIdShape, { since: '2026-07-28' }),
};
/** `_meta` of a notification. */
export interface NotificationMeta extends ObjectOf<typeof notificationMetaMembers> {
  [key: string]: unknown;
}
export const NotificationMetaShape: Shape<NotificationMeta> = openObject(
  'NotificationMetaObject',
  notificationMetaMembers,
);

/** Members of the params of every notification. */
export const notificationMembers = { _meta: optional(NotificationMetaShape) };

/** Members of every result. `resultType` is put on the wire, and taken off it, by the modern era codec. */
export const resultMembers = {
  _meta: optional(ResultMetaShape),
  // 2026-07-28 basic#resulttype: results MUST have it
  resultType: hidden(string(), { since: '2026-07-28', required: { since: '2026-07-28' } }),
};

/** Members of a result that a client may cache. 2026-07-28 server/utilities/caching#cacheable-model */
export const cacheMembers = {
  ttlMs: optional(integer({ min: 0 }), { since: '2026-07-28', required: { since: '2026-07-28' } }),
  cacheScope: optional(openEnumeration(['public', 'private']), {
    since: '2026-07-28',
    required: { since: '2026-07-28' },
  }),
};

/** The cursor of the next page. Some servers send `null` for "no more". */
export const pageMembers = { nextCursor: optional(string(), { check: 'nonNull' }) };

// 2026-07-28 schema#emptyresult
/** A result that says no more than that it worked. */
export interface EmptyResult extends ObjectOf<typeof resultMembers> {}
export const EmptyResultShape: Shape<EmptyResult> = object('EmptyResult', resultMembers);

/** Params of a notification that has none of its own. */
export interface NotificationParams extends ObjectOf<typeof notificationMembers> {}
export const NotificationParamsShape: Shape<NotificationParams> = object(
  'NotificationParams',
  notificationMembers,
);
