import {
  any,
  anyObject,
  array,
  boolean,
  from,
  literal,
  type ObjectOf,
  object,
  optional,
  string,
  union,
  versions,
} from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';
import { annotations } from './annotations.js';
import { itemMeta } from './base.js';
import { ResourceContentsShape, resourceMembers } from './resources.js';

const textContentMembers = {
  type: literal('text'),
  text: string(),
  ...annotations,
  ...itemMeta,
};
/** Text for a person or model. */
export interface TextContent extends ObjectOf<typeof textContentMembers> {}
export const TextContentShape: Shape<TextContent> = object('TextContent', textContentMembers);

const media = { data: string('byte'), mimeType: string(), ...annotations, ...itemMeta };

const imageContentMembers = { type: literal('image'), ...media };
/** An image, in Base64. */
export interface ImageContent extends ObjectOf<typeof imageContentMembers> {}
export const ImageContentShape: Shape<ImageContent> = object('ImageContent', imageContentMembers);

const audioContentMembers = { type: literal('audio'), ...media };
/** A sound, in Base64. */
export interface AudioContent extends ObjectOf<typeof audioContentMembers> {}
export const AudioContentShape: Shape<AudioContent> = object('AudioContent', audioContentMembers);

const resourceLinkMembers = {
  type: literal('resource_link'),
  ...resourceMembers,
};
/** A resource that can be read, by its URI. Not always one that `resources/list` has. */
export interface ResourceLink extends ObjectOf<typeof resourceLinkMembers> {}
export const ResourceLinkShape: Shape<ResourceLink> = object('ResourceLink', resourceLinkMembers);

const embeddedResourceMembers = {
  type: literal('resource'),
  resource: ResourceContentsShape,
  ...annotations,
  ...itemMeta,
};
/** A resource with its contents. */
export interface EmbeddedResource extends ObjectOf<typeof embeddedResourceMembers> {}
export const EmbeddedResourceShape: Shape<EmbeddedResource> = object(
  'EmbeddedResource',
  embeddedResourceMembers,
);

// 2026-07-28 schema#contentblock. The set grew: audio came with 2025-03-26, resource_link with 2025-06-18. A live
// reader lives with kinds that it does not know.
export const ContentBlockShape = union(
  'ContentBlock',
  [
    TextContentShape,
    ImageContentShape,
    from('2025-03-26', AudioContentShape),
    from('2025-06-18', ResourceLinkShape),
    EmbeddedResourceShape,
  ],
  { tag: 'type', isOpen: true },
);
/** One block of content. Switch on `type` with a default branch: a later revision may add kinds. */
export type ContentBlock = Infer<typeof ContentBlockShape>;

/** Structured output: an object up to 2025-11-25, any JSON value since. 2026-07-28 server/tools#structured-content */
export const StructuredContentShape = versions([
  { shape: anyObject(), range: { until: '2025-11-25' } },
  from('2026-07-28', any()),
]);

// 2026-07-28 schema#toolusecontent
const toolUseContentMembers = {
  type: literal('tool_use'),
  id: string(),
  name: string(),
  input: anyObject(),
  ...itemMeta,
};
/** A model wants to use a tool (sampling only). */
export interface ToolUseContent extends ObjectOf<typeof toolUseContentMembers> {}
export const ToolUseContentShape: Shape<ToolUseContent> = object('ToolUseContent', toolUseContentMembers);

const toolResultContentMembers = {
  type: literal('tool_result'),
  toolUseId: string(),
  content: array(ContentBlockShape),
  structuredContent: optional(StructuredContentShape),
  isError: optional(boolean()),
  ...itemMeta,
};
/** What the use of a tool gave (sampling only). */
export interface ToolResultContent extends ObjectOf<typeof toolResultContentMembers> {}
export const ToolResultContentShape: Shape<ToolResultContent> = object(
  'ToolResultContent',
  toolResultContentMembers,
);
