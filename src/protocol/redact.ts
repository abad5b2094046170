export { redactedExcerpt } from './redact/excerpt.js';
export { redactError } from './redact/redact-error.js';
export type { HeadersLike } from './redact/redact-headers.js';
export { redactHeaders } from './redact/redact-headers.js';
export { redactText } from './redact/redact-text.js';
export { isSecretName } from './redact/secret-names.js';
