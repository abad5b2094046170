import type { JsonObject } from '../../src/protocol/index.js';
import type { Question } from '../../src/server/index.js';

let count = 0;

/** A question as an approval server puts it. `withdraw` aborts its signal. */
export function question(
  tool = 'Write',
  args: JsonObject = { file_path: '/tmp/out.txt' },
  parts: Partial<Question> = {},
): Question & { withdraw(): void } {
  count += 1;
  const controller = new AbortController();
  return {
    id: `q-${count}`,
    tool,
    arguments: Object.freeze(args),
    toolUseId: undefined,
    askedAtMs: 1000,
    expiresAtMs: undefined,
    signal: controller.signal,
    call: undefined,
    ...parts,
    withdraw: () => controller.abort('gone'),
  };
}
