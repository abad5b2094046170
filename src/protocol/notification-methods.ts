import { type NotificationRow, notificationRow } from './method-row.js';
import { NotificationParamsShape } from './shapes/base.js';
import { CancelledParamsShape } from './shapes/cancellation.js';
import { ElicitationCompleteParamsShape } from './shapes/elicitation.js';
import { LoggingMessageParamsShape } from './shapes/logging.js';
import { ProgressParamsShape } from './shapes/progress.js';
import { ResourceUpdatedParamsShape } from './shapes/resource-messages.js';
import { SubscriptionsAcknowledgedParamsShape } from './shapes/subscriptions.js';
import { TaskStatusParamsShape } from './shapes/tasks-2025-11-25.js';

const all = {} as const;
const legacy = { until: '2025-11-25' } as const;
const tasks2025 = { since: '2025-11-25', until: '2025-11-25' } as const;
const fromServer = { senders: { server: all } };
const bare = { params: NotificationParamsShape };

/** The rows of all notifications. */
export const NOTIFICATIONS = {
  'notifications/initialized': notificationRow('notifications/initialized', {
    typeName: 'InitializedNotification',
    senders: { client: legacy },
    ...bare,
  }),
  // In the modern era a client sends it only on stdio, and a server only to end a subscription.
  // 2026-07-28 basic/patterns/cancellation#transport-specific-cancellation, #behavior-requirements
  'notifications/cancelled': notificationRow('notifications/cancelled', {
    typeName: 'CancelledNotification',
    senders: { client: all, server: all },
    params: CancelledParamsShape,
    needsParams: true,
  }),
  // Clients send it only in answer to a server's own requests, which the modern era does not have.
  'notifications/progress': notificationRow('notifications/progress', {
    typeName: 'ProgressNotification',
    senders: { client: legacy, server: all },
    params: ProgressParamsShape,
  }),
  'notifications/message': notificationRow('notifications/message', {
    typeName: 'LoggingMessageNotification',
    ...fromServer,
    params: LoggingMessageParamsShape,
    needs: 'server logging',
  }),
  'notifications/tools/list_changed': notificationRow('notifications/tools/list_changed', {
    typeName: 'ToolListChangedNotification',
    ...fromServer,
    ...bare,
    needs: 'server tools.listChanged',
  }),
  'notifications/prompts/list_changed': notificationRow('notifications/prompts/list_changed', {
    typeName: 'PromptListChangedNotification',
    ...fromServer,
    ...bare,
    needs: 'server prompts.listChanged',
  }),
  'notifications/resources/list_changed': notificationRow('notifications/resources/list_changed', {
    typeName: 'ResourceListChangedNotification',
    ...fromServer,
    ...bare,
    needs: 'server resources.listChanged',
  }),
  'notifications/resources/updated': notificationRow('notifications/resources/updated', {
    typeName: 'ResourceUpdatedNotification',
    ...fromServer,
    params: ResourceUpdatedParamsShape,
    needs: 'server resources.subscribe',
  }),
  'notifications/roots/list_changed': notificationRow('notifications/roots/list_changed', {
    typeName: 'RootsListChangedNotification',
    senders: { client: legacy },
    ...bare,
    needs: 'client roots.listChanged',
  }),
  'notifications/subscriptions/acknowledged': notificationRow('notifications/subscriptions/acknowledged', {
    typeName: 'SubscriptionsAcknowledgedNotification',
    senders: { server: { since: '2026-07-28' } },
    params: SubscriptionsAcknowledgedParamsShape,
  }),
  'notifications/elicitation/complete': notificationRow('notifications/elicitation/complete', {
    typeName: 'ElicitationCompleteNotification',
    senders: { server: tasks2025 },
    params: ElicitationCompleteParamsShape,
    needs: 'client elicitation.url',
  }),
  'notifications/tasks/status': notificationRow('notifications/tasks/status', {
    typeName: 'TaskStatusNotification',
    senders: { client: tasks2025, server: tasks2025 },
    params: TaskStatusParamsShape,
  }),
} as const satisfies { readonly [method: string]: NotificationRow<unknown> };
