import { redactedExcerpt, redactText } from '../protocol/index.js';

/** What a callback threw, for a message: redacted, and short. Whatever was thrown, this does not throw. */
export function thrownText(thrown: unknown): string {
  try {
    return redactedExcerpt(String(thrown instanceof Error ? thrown.message : thrown));
  } catch {
    return 'it threw something that cannot be described';
  }
}

/** What went wrong, for people, in full. Text of a peer may be in it, so secrets are hidden. */
export function reasonOf(error: unknown): string {
  return redactText(error instanceof Error ? error.message : String(error));
}
