import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import { describeContent, printable } from '../output.js';
import type { Session } from '../session.js';
import { readArguments } from '../tool-arguments.js';

/** `call <tool> [key=value… | key:=json… | {json}]`: exit code 1 when the tool reports an error. */
export async function call({ client, words, flags, output, callOptions }: Session): Promise<ExitCode> {
  const [name, ...rest] = words;
  if (name === undefined)
    throw new UsageError('call takes the name of a tool. `plainwire inspect` lists them.');
  const tools = client.capabilities.tools === undefined ? [] : await client.listTools();
  const tool = tools.find((candidate) => candidate.name === name);
  const result = await client.callTool(name, readArguments(rest, tool?.inputSchema), callOptions);
  if (flags.json) output.json(result);
  else {
    for (const block of result.content) output.line(printable(describeContent(block)));
    if (result.content.length === 0 && result.structuredContent !== undefined)
      output.json(result.structuredContent);
  }
  if (result.isError === true) output.note(`plainwire: the tool \`${name}\` reports an error.`);
  return result.isError === true ? EXIT.failed : EXIT.ok;
}
