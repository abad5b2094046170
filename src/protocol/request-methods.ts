import { type RequestInput, type RequestRow, requestRow } from './method-row.js';
import { EmptyResultShape } from './shapes/base.js';
import { CompleteParamsShape, CompleteResultShape } from './shapes/completion.js';
import { DiscoverResultShape } from './shapes/discover.js';
import { ElicitParamsShape, ElicitResultShape } from './shapes/elicitation.js';
import { InitializeParamsShape, InitializeResultShape, RequestParamsShape } from './shapes/lifecycle.js';
import { SetLevelParamsShape } from './shapes/logging.js';
import { ListParamsShape } from './shapes/pagination.js';
import {
  GetPromptParamsShape,
  GetPromptResultShape,
  ListPromptsResultShape,
  PromptShape,
} from './shapes/prompts.js';
import {
  ListResourcesResultShape,
  ListResourceTemplatesResultShape,
  ReadResourceParamsShape,
  ReadResourceResultShape,
  SubscribeParamsShape,
  UnsubscribeParamsShape,
} from './shapes/resource-messages.js';
import { ResourceShape, ResourceTemplateShape } from './shapes/resources.js';
import { ListRootsParamsShape, ListRootsResultShape } from './shapes/roots.js';
import { CreateMessageParamsShape, CreateMessageResultShape } from './shapes/sampling.js';
import { SubscriptionsListenParamsShape, SubscriptionsListenResultShape } from './shapes/subscriptions.js';
import {
  CancelTaskResultShape,
  GetTaskPayloadResultShape,
  GetTaskResultShape,
  ListTasksResultShape,
  TaskIdParamsShape,
  TaskShape,
} from './shapes/tasks-2025-11-25.js';
import { CallToolParamsShape, CallToolResultShape, ListToolsResultShape } from './shapes/tool-messages.js';
import { ToolShape } from './shapes/tools.js';

const all = {} as const;
const legacy = { until: '2025-11-25' } as const;
const modern = { since: '2026-07-28' } as const;
const tasks2025 = { since: '2025-11-25', until: '2025-11-25' } as const;

const fromClient = { senders: { client: all } };

/** A paged list that only a client asks for, and may cache. */
function listRow<R>(
  method: string,
  input: Pick<RequestInput<unknown, R>, 'typeName' | 'result' | 'items' | 'needs'>,
) {
  return requestRow(method, { ...fromClient, params: ListParamsShape, isCacheable: true, ...input });
}

/** A request about a task of 2025-11-25, which either side may hold. */
function taskRow<P, R>(
  method: string,
  input: Pick<RequestInput<P, R>, 'typeName' | 'params' | 'result' | 'items' | 'needs'>,
): RequestRow<P, R> {
  return requestRow(method, { senders: { client: tasks2025, server: tasks2025 }, ...input });
}

/** A question to the client: a request in the legacy era, embedded in a result in the modern one. */
function questionRow<P, R>(
  method: string,
  input: Pick<RequestInput<P, R>, 'typeName' | 'params' | 'result' | 'needs' | 'taskCapability'>,
  since: NonNullable<RequestInput<P, R>['embedded']> = {},
): RequestRow<P, R> {
  return requestRow(method, { senders: { server: { ...since, ...legacy } }, embedded: modern, ...input });
}

const subscribe = {
  senders: { client: legacy },
  result: EmptyResultShape,
  needs: 'server resources.subscribe',
} as const;

/** The rows of all requests. */
export const REQUESTS = {
  initialize: requestRow('initialize', {
    typeName: 'InitializeRequest',
    senders: { client: legacy },
    params: InitializeParamsShape,
    result: InitializeResultShape,
  }),
  ping: requestRow('ping', {
    typeName: 'PingRequest',
    senders: { client: legacy, server: legacy },
    params: RequestParamsShape,
    result: EmptyResultShape,
  }),
  'server/discover': requestRow('server/discover', {
    typeName: 'DiscoverRequest',
    senders: { client: modern },
    params: RequestParamsShape,
    result: DiscoverResultShape,
    isCacheable: true,
  }),
  'tools/list': listRow('tools/list', {
    typeName: 'ListToolsRequest',
    result: ListToolsResultShape,
    items: { member: 'tools', shape: ToolShape },
    needs: 'server tools',
  }),
  'tools/call': requestRow('tools/call', {
    typeName: 'CallToolRequest',
    ...fromClient,
    params: CallToolParamsShape,
    result: CallToolResultShape,
    needs: 'server tools',
    nameHeader: 'name',
    mayAskInput: true,
    taskCapability: ['tasks', 'requests', 'tools', 'call'],
  }),
  'resources/list': listRow('resources/list', {
    typeName: 'ListResourcesRequest',
    result: ListResourcesResultShape,
    items: { member: 'resources', shape: ResourceShape },
    needs: 'server resources',
  }),
  'resources/templates/list': listRow('resources/templates/list', {
    typeName: 'ListResourceTemplatesRequest',
    result: ListResourceTemplatesResultShape,
    items: { member: 'resourceTemplates', shape: ResourceTemplateShape },
    needs: 'server resources',
  }),
  'resources/read': requestRow('resources/read', {
    typeName: 'ReadResourceRequest',
    ...fromClient,
    params: ReadResourceParamsShape,
    result: ReadResourceResultShape,
    needs: 'server resources',
    nameHeader: 'uri',
    isCacheable: true,
    mayAskInput: true,
  }),
  'resources/subscribe': requestRow('resources/subscribe', {
    ...subscribe,
    typeName: 'SubscribeRequest',
    params: SubscribeParamsShape,
  }),
  'resources/unsubscribe': requestRow('resources/unsubscribe', {
    ...subscribe,
    typeName: 'UnsubscribeRequest',
    params: UnsubscribeParamsShape,
  }),
  'prompts/list': listRow('prompts/list', {
    typeName: 'ListPromptsRequest',
    result: ListPromptsResultShape,
    items: { member: 'prompts', shape: PromptShape },
    needs: 'server prompts',
  }),
  'prompts/get': requestRow('prompts/get', {
    typeName: 'GetPromptRequest',
    ...fromClient,
    params: GetPromptParamsShape,
    result: GetPromptResultShape,
    needs: 'server prompts',
    nameHeader: 'name',
    mayAskInput: true,
  }),
  'completion/complete': requestRow('completion/complete', {
    typeName: 'CompleteRequest',
    ...fromClient,
    params: CompleteParamsShape,
    result: CompleteResultShape,
    needs: 'server completions',
    needsIn: { since: '2025-03-26' },
  }),
  'logging/setLevel': requestRow('logging/setLevel', {
    typeName: 'SetLevelRequest',
    senders: { client: legacy },
    params: SetLevelParamsShape,
    result: EmptyResultShape,
    needs: 'server logging',
  }),
  'subscriptions/listen': requestRow('subscriptions/listen', {
    typeName: 'SubscriptionsListenRequest',
    senders: { client: modern },
    params: SubscriptionsListenParamsShape,
    result: SubscriptionsListenResultShape,
  }),
  'sampling/createMessage': questionRow('sampling/createMessage', {
    typeName: 'CreateMessageRequest',
    params: CreateMessageParamsShape,
    result: CreateMessageResultShape,
    needs: 'client sampling',
    taskCapability: ['tasks', 'requests', 'sampling', 'createMessage'],
  }),
  'roots/list': questionRow('roots/list', {
    typeName: 'ListRootsRequest',
    params: ListRootsParamsShape,
    result: ListRootsResultShape,
    needs: 'client roots',
  }),
  'elicitation/create': questionRow(
    'elicitation/create',
    {
      typeName: 'ElicitRequest',
      params: ElicitParamsShape,
      result: ElicitResultShape,
      needs: 'client elicitation',
      taskCapability: ['tasks', 'requests', 'elicitation', 'create'],
    },
    { since: '2025-06-18' },
  ),
  'tasks/get': taskRow('tasks/get', {
    typeName: 'GetTaskRequest',
    params: TaskIdParamsShape,
    result: GetTaskResultShape,
    needs: 'receiver tasks',
  }),
  'tasks/result': taskRow('tasks/result', {
    typeName: 'GetTaskPayloadRequest',
    params: TaskIdParamsShape,
    result: GetTaskPayloadResultShape,
    needs: 'receiver tasks',
  }),
  'tasks/cancel': taskRow('tasks/cancel', {
    typeName: 'CancelTaskRequest',
    params: TaskIdParamsShape,
    result: CancelTaskResultShape,
    needs: 'receiver tasks.cancel',
  }),
  'tasks/list': taskRow('tasks/list', {
    typeName: 'ListTasksRequest',
    params: ListParamsShape,
    result: ListTasksResultShape,
    items: { member: 'tasks', shape: TaskShape },
    needs: 'receiver tasks.list',
  }),
} as const satisfies { readonly [method: string]: RequestRow<unknown, unknown> };
