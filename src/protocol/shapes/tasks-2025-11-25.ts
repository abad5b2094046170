// Tasks as 2025-11-25 has them. 2026-07-28 moved them into an extension with other shapes.
// 2025-11-25 basic/utilities/tasks

import {
  array,
  integer,
  nothing,
  type ObjectOf,
  object,
  openEnumeration,
  openObject,
  optional,
  string,
  union,
} from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { MetaShape, notificationMembers, pageMembers } from './base.js';

const taskMembers = {
  taskId: string(),
  status: openEnumeration(['working', 'input_required', 'completed', 'failed', 'cancelled'], 'TaskStatus'),
  statusMessage: optional(string()),
  createdAt: string(),
  lastUpdatedAt: string(),
  ttl: union(undefined, [integer(), nothing()]),
  pollInterval: optional(integer()),
};
const resultMeta = { _meta: optional(MetaShape) };

/** A task and how far it is. `ttl` and `pollInterval` are milliseconds; a `ttl` of null is unlimited. */
export interface Task extends ObjectOf<typeof taskMembers> {}
export const TaskShape: Shape<Task> = object('Task', taskMembers);

const createTaskResultMembers = { ...resultMeta, task: TaskShape };
/** Instead of a result: the task that will have it. */
export interface CreateTaskResult extends ObjectOf<typeof createTaskResultMembers> {}
export const CreateTaskResultShape: Shape<CreateTaskResult> = object(
  'CreateTaskResult',
  createTaskResultMembers,
);

const taskIdParamsMembers = { taskId: string() };
/** Params of tasks/get, tasks/result and tasks/cancel. */
export interface TaskIdParams extends ObjectOf<typeof taskIdParamsMembers> {}
export const TaskIdParamsShape: Shape<TaskIdParams> = object('TaskIdParams', taskIdParamsMembers);

const getTaskResultMembers = { ...resultMeta, ...taskMembers };
/** How far a task is. */
export interface GetTaskResult extends ObjectOf<typeof getTaskResultMembers> {}
export const GetTaskResultShape: Shape<GetTaskResult> = object('GetTaskResult', getTaskResultMembers);

const cancelTaskResultMembers = { ...resultMeta, ...taskMembers };
/** The task, after it was cancelled. */
export interface CancelTaskResult extends ObjectOf<typeof cancelTaskResultMembers> {}
export const CancelTaskResultShape: Shape<CancelTaskResult> = object(
  'CancelTaskResult',
  cancelTaskResultMembers,
);

/** The result of the request that the task ran. */
export interface GetTaskPayloadResult extends ObjectOf<typeof resultMeta> {
  [key: string]: unknown;
}
export const GetTaskPayloadResultShape: Shape<GetTaskPayloadResult> = openObject(
  'GetTaskPayloadResult',
  resultMeta,
);

const listTasksResultMembers = {
  ...resultMeta,
  ...pageMembers,
  tasks: array(TaskShape),
};
/** One page of tasks. */
export interface ListTasksResult extends ObjectOf<typeof listTasksResultMembers> {}
export const ListTasksResultShape: Shape<ListTasksResult> = object('ListTasksResult', listTasksResultMembers);

const taskStatusParamsMembers = {
  ...notificationMembers,
  ...taskMembers,
};
/** A task whose status changed. */
export interface TaskStatusParams extends ObjectOf<typeof taskStatusParamsMembers> {}
export const TaskStatusParamsShape: Shape<TaskStatusParams> = object(
  'TaskStatusNotificationParams',
  taskStatusParamsMembers,
);
