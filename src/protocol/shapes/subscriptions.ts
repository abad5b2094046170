// 2026-07-28 basic/patterns/subscriptions

import { array, boolean, type ObjectOf, object, openObject, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { ImplementationShape, notificationMembers, RequestIdShape, resultMembers } from './base.js';
import { requestMembers } from './request-meta.js';

const wanted = optional(boolean(), { check: 'present' });

const subscriptionFilterMembers = {
  toolsListChanged: wanted,
  promptsListChanged: wanted,
  resourcesListChanged: wanted,
  resourceSubscriptions: optional(array(string()), { check: 'present' }),
};
/** What a subscription is about. */
export interface SubscriptionFilter extends ObjectOf<typeof subscriptionFilterMembers> {}
export const SubscriptionFilterShape: Shape<SubscriptionFilter> = object(
  'SubscriptionFilter',
  subscriptionFilterMembers,
);

const subscriptionsListenParamsMembers = {
  ...requestMembers,
  notifications: SubscriptionFilterShape,
};
/** Params of `subscriptions/listen`. */
export interface SubscriptionsListenParams extends ObjectOf<typeof subscriptionsListenParamsMembers> {}
export const SubscriptionsListenParamsShape: Shape<SubscriptionsListenParams> = object(
  'SubscriptionsListenRequestParams',
  subscriptionsListenParamsMembers,
);

const subscriptionsListenResultMembers = {
  ...resultMembers,
  // The id of the listen request. A client knows it anyway, and does not insist.
  _meta: optional(
    openObject('SubscriptionsListenResultMetaObject', {
      'io.modelcontextprotocol/serverInfo': optional(ImplementationShape),
      'io.modelcontextprotocol/subscriptionId': RequestIdShape,
    }),
    { required: {} },
  ),
};
/** How a subscription ends when the server ends it in good order. */
export interface SubscriptionsListenResult extends ObjectOf<typeof subscriptionsListenResultMembers> {}
export const SubscriptionsListenResultShape: Shape<SubscriptionsListenResult> = object(
  'SubscriptionsListenResult',
  subscriptionsListenResultMembers,
);

const subscriptionsAcknowledgedParamsMembers = {
  ...notificationMembers,
  notifications: SubscriptionFilterShape,
};
/** What the server agreed to notify about. */
export interface SubscriptionsAcknowledgedParams
  extends ObjectOf<typeof subscriptionsAcknowledgedParamsMembers> {}
export const SubscriptionsAcknowledgedParamsShape: Shape<SubscriptionsAcknowledgedParams> = object(
  'SubscriptionsAcknowledgedNotificationParams',
  subscriptionsAcknowledgedParamsMembers,
);
