import { integer, type ObjectOf, object, optional, string, union } from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';
import { annotations } from './annotations.js';
import { icons, itemMeta, naming } from './base.js';

const description = { description: optional(string()), mimeType: optional(string()) };

/** Members of a resource, and of a link to one. */
export const resourceMembers = {
  uri: string('uri'),
  ...naming,
  ...description,
  ...annotations,
  size: optional(integer()),
  ...itemMeta,
  ...icons,
};

// 2026-07-28 schema#resource
/** A resource that a server offers. `size` is bytes. */
export interface Resource extends ObjectOf<typeof resourceMembers> {}
export const ResourceShape: Shape<Resource> = object('Resource', resourceMembers);

// 2026-07-28 schema#resourcetemplate
const resourceTemplateMembers = {
  uriTemplate: string('uri-template'),
  ...naming,
  ...description,
  ...annotations,
  ...itemMeta,
  ...icons,
};
/** A kind of resources, with a URI template (RFC 6570). */
export interface ResourceTemplate extends ObjectOf<typeof resourceTemplateMembers> {}
export const ResourceTemplateShape: Shape<ResourceTemplate> = object(
  'ResourceTemplate',
  resourceTemplateMembers,
);

const contentsMembers = { uri: string('uri'), mimeType: optional(string()), ...itemMeta };

const textResourceContentsMembers = {
  ...contentsMembers,
  text: string(),
};
/** Contents as text. */
export interface TextResourceContents extends ObjectOf<typeof textResourceContentsMembers> {}
export const TextResourceContentsShape: Shape<TextResourceContents> = object(
  'TextResourceContents',
  textResourceContentsMembers,
);

const blobResourceContentsMembers = {
  ...contentsMembers,
  blob: string('byte'),
};
/** Contents in Base64. */
export interface BlobResourceContents extends ObjectOf<typeof blobResourceContentsMembers> {}
export const BlobResourceContentsShape: Shape<BlobResourceContents> = object(
  'BlobResourceContents',
  blobResourceContentsMembers,
);

export const ResourceContentsShape = union(undefined, [TextResourceContentsShape, BlobResourceContentsShape]);
/** Text or Base64 contents of a resource. */
export type ResourceContents = Infer<typeof ResourceContentsShape>;
