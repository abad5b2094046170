import { integer, type ObjectOf, object, optional } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';

// 2025-11-25 schema#taskmetadata
const taskMetadataMembers = { ttl: optional(integer()) };
/** Asks for a task; `ttl` is milliseconds. */
export interface TaskMetadata extends ObjectOf<typeof taskMetadataMembers> {}
export const TaskMetadataShape: Shape<TaskMetadata> = object('TaskMetadata', taskMetadataMembers);

/** Asks for a request to be run as a task. 2025-11-25 basic/utilities/tasks#creating-tasks */
export const taskMember = {
  task: optional(TaskMetadataShape, { since: '2025-11-25', until: '2025-11-25' }),
};
