// All shapes and the neutral types that are inferred from them.
export { type Annotations, AnnotationsShape, type Role, RoleShape } from './annotations.js';
export {
  type EmptyResult,
  EmptyResultShape,
  type Icon,
  IconShape,
  type Implementation,
  ImplementationShape,
  type Meta,
  MetaShape,
  type NotificationMeta,
  type NotificationParams,
  type ProgressToken,
  type ResultMeta,
} from './base.js';
export * from './cancellation.js';
export * from './capabilities.js';
export * from './completion.js';
export * from './content.js';
export * from './discover.js';
export * from './elicitation.js';
export * from './elicitation-schema.js';
export {
  type MissingCapabilityData,
  MissingCapabilityDataShape,
  type UnsupportedVersionData,
  UnsupportedVersionDataShape,
  type UrlElicitationRequiredData,
  UrlElicitationRequiredDataShape,
} from './errors.js';
export {
  type CreateMessageInputRequest,
  type ElicitInputRequest,
  type InputRequest,
  InputRequestShape,
  type InputRequests,
  InputRequestsShape,
  type InputRequiredResult,
  InputRequiredResultShape,
  type InputResponse,
  InputResponseShape,
  type InputResponses,
  InputResponsesShape,
  type ListRootsInputRequest,
} from './input-required.js';
export * from './lifecycle.js';
export * from './logging.js';
export * from './logging-level.js';
export * from './pagination.js';
export * from './progress.js';
export * from './prompts.js';
export { type RequestMeta, RequestMetaShape } from './request-meta.js';
export * from './resource-messages.js';
export {
  type BlobResourceContents,
  BlobResourceContentsShape,
  type Resource,
  type ResourceContents,
  ResourceContentsShape,
  ResourceShape,
  type ResourceTemplate,
  ResourceTemplateShape,
  type TextResourceContents,
  TextResourceContentsShape,
} from './resources.js';
export * from './roots.js';
export * from './sampling.js';
export * from './subscriptions.js';
export { type TaskMetadata, TaskMetadataShape } from './task-augmentation.js';
export * from './tasks-2025-11-25.js';
export * from './tool-messages.js';
export * from './tools.js';
