import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import { describeContent, printable } from '../output.js';
import type { Session } from '../session.js';
import { readStringArguments } from '../tool-arguments.js';

/** `prompt <name> [key=value…]` */
export async function prompt({ client, words, flags, output, callOptions }: Session): Promise<ExitCode> {
  const [name, ...rest] = words;
  if (name === undefined)
    throw new UsageError('prompt takes the name of a prompt. `plainwire inspect` lists them.');
  const result = await client.getPrompt(name, readStringArguments(rest), callOptions);
  if (flags.json) output.json(result);
  else
    for (const { role, content } of result.messages)
      output.line(`${role}: ${printable(describeContent(content))}`);
  return EXIT.ok;
}
