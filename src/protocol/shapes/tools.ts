import {
  anyObject,
  array,
  boolean,
  hidden,
  literal,
  map,
  type ObjectOf,
  object,
  openEnumeration,
  openObject,
  optional,
  string,
  tolerant,
} from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { icons, itemMeta, naming } from './base.js';

// 2026-07-28 schema#toolannotations
const toolAnnotationsMembers = {
  title: optional(string()),
  readOnlyHint: optional(boolean()),
  destructiveHint: optional(boolean()),
  idempotentHint: optional(boolean()),
  openWorldHint: optional(boolean()),
};
/** Hints about what a tool does. Not to be trusted unless the server is. */
export interface ToolAnnotations extends ObjectOf<typeof toolAnnotationsMembers> {}
export const ToolAnnotationsShape: Shape<ToolAnnotations> = object('ToolAnnotations', toolAnnotationsMembers);

const tasks2025 = { since: '2025-11-25', until: '2025-11-25' } as const;

// 2025-11-25 schema#toolexecution
const toolExecutionMembers = {
  taskSupport: optional(openEnumeration(['forbidden', 'optional', 'required'])),
};
/** Whether a tool can or must be run as a task (2025-11-25). */
export interface ToolExecution extends ObjectOf<typeof toolExecutionMembers> {}
export const ToolExecutionShape: Shape<ToolExecution> = object('ToolExecution', toolExecutionMembers);

/** What the legacy schemas say about the members of a tool schema; since 2026-07-28 it is any JSON Schema. */
const legacySchemaMembers = {
  properties: hidden(map(anyObject()), { until: '2025-11-25' }),
  required: hidden(array(string()), { until: '2025-11-25' }),
};
const dialect = { $schema: optional(string(), { since: '2025-11-25' }) };

// A schema is opaque JSON to a live reader: whether it compiles is found out when it is used.
const InputSchemaShape = tolerant(
  openObject(undefined, { type: literal('object'), ...dialect, ...legacySchemaMembers }),
  anyObject(),
);
const OutputSchemaShape = openObject(undefined, {
  ...dialect,
  type: hidden(literal('object'), { until: '2025-11-25', required: { until: '2025-11-25' } }),
  ...legacySchemaMembers,
});

// 2026-07-28 server/tools#tool
const toolMembers = {
  ...naming,
  description: optional(string()),
  inputSchema: InputSchemaShape,
  outputSchema: optional(OutputSchemaShape, { since: '2025-06-18' }),
  annotations: optional(ToolAnnotationsShape, { since: '2025-03-26' }),
  execution: optional(ToolExecutionShape, tasks2025),
  ...itemMeta,
  ...icons,
};
/** A tool that a server offers. Its schemas are opaque JSON Schema. */
export interface Tool extends ObjectOf<typeof toolMembers> {}
export const ToolShape: Shape<Tool> = object('Tool', toolMembers);
