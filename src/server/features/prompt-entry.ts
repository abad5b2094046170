import { Fault } from '../../protocol/index.js';
import type { PromptDefinition } from '../definitions.js';

/** A registered prompt. */
export interface PromptEntry {
  readonly get: PromptDefinition['get'];
  readonly complete: PromptDefinition['complete'];
  /** As clients see it: the definition without its functions. */
  readonly listed: object;
  readonly required: readonly string[];
}

/** @throws Fault `invalid_argument` */
export function promptEntry(definition: PromptDefinition): PromptEntry {
  const { get, complete, ...listed } = definition;
  if (typeof listed.name !== 'string' || listed.name === '' || typeof get !== 'function') {
    throw new Fault(
      'invalid_argument',
      'McpServer.prompt: `name` must be a non-empty string and `get` a function.',
    );
  }
  const required = (listed.arguments ?? []).filter((argument) => argument.required === true);
  return { get, complete, listed, required: required.map(({ name }) => name) };
}
