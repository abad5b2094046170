import {
  anyObject,
  array,
  from,
  integer,
  number,
  type ObjectOf,
  object,
  openEnumeration,
  optional,
  string,
  union,
} from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';
import { RoleShape } from './annotations.js';
import { MetaShape } from './base.js';
import {
  AudioContentShape,
  ImageContentShape,
  TextContentShape,
  ToolResultContentShape,
  ToolUseContentShape,
} from './content.js';
import { legacyRequestMembers } from './request-meta.js';
import { taskMember } from './task-augmentation.js';
import { ToolShape } from './tools.js';

// 2026-07-28 schema#samplingmessagecontentblock
export const SamplingContentShape = union(
  'SamplingMessageContentBlock',
  [
    TextContentShape,
    ImageContentShape,
    from('2025-03-26', AudioContentShape),
    from('2025-11-25', ToolUseContentShape),
    from('2025-11-25', ToolResultContentShape),
  ],
  { tag: 'type', isOpen: true },
);
/** One block of a sampling message. */
export type SamplingContent = Infer<typeof SamplingContentShape>;

const OneOrMoreShape = union(undefined, [
  SamplingContentShape,
  from('2025-11-25', array(SamplingContentShape)),
]);

// 2026-07-28 client/sampling#messages
const samplingMessageMembers = {
  role: RoleShape,
  content: OneOrMoreShape,
  _meta: optional(MetaShape, { since: '2025-11-25' }),
};
/** A message to or from the client's model. */
export interface SamplingMessage extends ObjectOf<typeof samplingMessageMembers> {}
export const SamplingMessageShape: Shape<SamplingMessage> = object('SamplingMessage', samplingMessageMembers);

const share = optional(number({ min: 0, max: 1 }));

// 2026-07-28 client/sampling#model-preferences
const modelPreferencesMembers = {
  hints: optional(array(object('ModelHint', { name: optional(string()) }))),
  costPriority: share,
  speedPriority: share,
  intelligencePriority: share,
};
/** What matters when a model is chosen. Shares are between 0 and 1. */
export interface ModelPreferences extends ObjectOf<typeof modelPreferencesMembers> {}
export const ModelPreferencesShape: Shape<ModelPreferences> = object(
  'ModelPreferences',
  modelPreferencesMembers,
);

const toolChoiceMembers = {
  mode: optional(openEnumeration(['auto', 'required', 'none'])),
};
/** Whether the model may or must use tools. */
export interface ToolChoice extends ObjectOf<typeof toolChoiceMembers> {}
export const ToolChoiceShape: Shape<ToolChoice> = object('ToolChoice', toolChoiceMembers);

// 2026-07-28 client/sampling#creating-messages
const createMessageParamsMembers = {
  ...legacyRequestMembers,
  messages: array(SamplingMessageShape),
  modelPreferences: optional(ModelPreferencesShape),
  systemPrompt: optional(string()),
  includeContext: optional(openEnumeration(['none', 'thisServer', 'allServers'])),
  temperature: optional(number()),
  maxTokens: integer(),
  stopSequences: optional(array(string())),
  metadata: optional(anyObject()),
  tools: optional(array(ToolShape), { since: '2025-11-25' }),
  toolChoice: optional(ToolChoiceShape, { since: '2025-11-25' }),
  ...taskMember,
};
/** Params of `sampling/createMessage`. */
export interface CreateMessageParams extends ObjectOf<typeof createMessageParamsMembers> {}
export const CreateMessageParamsShape: Shape<CreateMessageParams> = object(
  'CreateMessageRequestParams',
  createMessageParamsMembers,
);

const createMessageResultMembers = {
  _meta: optional(MetaShape),
  role: RoleShape,
  content: OneOrMoreShape,
  model: string(),
  stopReason: optional(string()),
};
/** The message that the client's model wrote. */
export interface CreateMessageResult extends ObjectOf<typeof createMessageResultMembers> {}
export const CreateMessageResultShape: Shape<CreateMessageResult> = object(
  'CreateMessageResult',
  createMessageResultMembers,
);
