import { redactedExcerpt } from '../protocol/index.js';

/** What a callback threw, for a message: redacted, and short. Whatever was thrown, this does not throw. */
export function thrownText(thrown: unknown): string {
  try {
    return redactedExcerpt(String(thrown instanceof Error ? thrown.message : thrown));
  } catch {
    return 'it threw something that cannot be described';
  }
}
