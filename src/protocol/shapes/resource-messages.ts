import { array, list, type ObjectOf, object, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { cacheMembers, notificationMembers, pageMembers, resultMembers } from './base.js';
import { inputAnswerMembers } from './input-required.js';
import { requestMembers } from './request-meta.js';
import { ResourceContentsShape, ResourceShape, ResourceTemplateShape } from './resources.js';

// 2026-07-28 server/resources#listing-resources
const listResourcesResultMembers = {
  ...resultMembers,
  ...pageMembers,
  ...cacheMembers,
  resources: list(ResourceShape),
};
/** One page of resources. */
export interface ListResourcesResult extends ObjectOf<typeof listResourcesResultMembers> {}
export const ListResourcesResultShape: Shape<ListResourcesResult> = object(
  'ListResourcesResult',
  listResourcesResultMembers,
);

// 2026-07-28 server/resources#resource-templates
const listResourceTemplatesResultMembers = {
  ...resultMembers,
  ...pageMembers,
  ...cacheMembers,
  resourceTemplates: list(ResourceTemplateShape),
};
/** One page of resource templates. */
export interface ListResourceTemplatesResult extends ObjectOf<typeof listResourceTemplatesResultMembers> {}
export const ListResourceTemplatesResultShape: Shape<ListResourceTemplatesResult> = object(
  'ListResourceTemplatesResult',
  listResourceTemplatesResultMembers,
);

// 2026-07-28 server/resources#reading-resources
const readResourceParamsMembers = {
  ...requestMembers,
  uri: string('uri'),
  ...inputAnswerMembers,
};
/** Params of `resources/read`. */
export interface ReadResourceParams extends ObjectOf<typeof readResourceParamsMembers> {}
export const ReadResourceParamsShape: Shape<ReadResourceParams> = object(
  'ReadResourceRequestParams',
  readResourceParamsMembers,
);

const readResourceResultMembers = {
  ...resultMembers,
  ...cacheMembers,
  contents: array(ResourceContentsShape),
};
/** The contents of a resource: several, if it is a folder, say. */
export interface ReadResourceResult extends ObjectOf<typeof readResourceResultMembers> {}
export const ReadResourceResultShape: Shape<ReadResourceResult> = object(
  'ReadResourceResult',
  readResourceResultMembers,
);

// 2025-11-25 server/resources#subscriptions
const subscribeParamsMembers = {
  ...requestMembers,
  uri: string('uri'),
};
/** Params of `resources/subscribe`. */
export interface SubscribeParams extends ObjectOf<typeof subscribeParamsMembers> {}
export const SubscribeParamsShape: Shape<SubscribeParams> = object(
  'SubscribeRequestParams',
  subscribeParamsMembers,
);

const unsubscribeParamsMembers = {
  ...requestMembers,
  uri: string('uri'),
};
/** Params of `resources/unsubscribe`. */
export interface UnsubscribeParams extends ObjectOf<typeof unsubscribeParamsMembers> {}
export const UnsubscribeParamsShape: Shape<UnsubscribeParams> = object(
  'UnsubscribeRequestParams',
  unsubscribeParamsMembers,
);

const resourceUpdatedParamsMembers = {
  ...notificationMembers,
  uri: string('uri'),
};
/** Which resource changed. It may lie below one that was subscribed to. */
export interface ResourceUpdatedParams extends ObjectOf<typeof resourceUpdatedParamsMembers> {}
export const ResourceUpdatedParamsShape: Shape<ResourceUpdatedParams> = object(
  'ResourceUpdatedNotificationParams',
  resourceUpdatedParamsMembers,
);
