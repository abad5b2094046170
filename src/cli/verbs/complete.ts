import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import { printable } from '../output.js';
import type { Session } from '../session.js';
import { readStringArguments } from '../tool-arguments.js';

/**
 * `complete <prompt | uri template> <argument>=<start> [other=value…]`: suggestions for the first argument, given
 * the others. What holds `://` is a URI template, anything else a prompt.
 */
export async function complete({ client, words, flags, output, callOptions }: Session): Promise<ExitCode> {
  const [subject, asked, ...others] = words;
  if (subject === undefined || asked === undefined) {
    throw new UsageError('complete takes a prompt or URI template, then argument=start.');
  }
  const [[name, value] = ['', '']] = Object.entries(readStringArguments([asked]));
  const ref = subject.includes('://')
    ? { type: 'ref/resource' as const, uri: subject }
    : { type: 'ref/prompt' as const, name: subject };
  const context = others.length === 0 ? undefined : { arguments: readStringArguments(others) };
  const params = { ref, argument: { name, value }, ...(context === undefined ? {} : { context }) };
  const { completion } = await client.complete(params, callOptions);
  if (flags.json) output.json(completion);
  else for (const suggestion of completion.values) output.line(printable(suggestion));
  if (completion.hasMore === true) output.note('plainwire: there are more suggestions.');
  return EXIT.ok;
}
