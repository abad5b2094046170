import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import type { Session } from '../session.js';

/** `read <uri>`: text goes out as it is; a blob goes out as Base64. */
export async function read({ client, words, flags, output, callOptions }: Session): Promise<ExitCode> {
  const [uri, ...rest] = words;
  if (uri === undefined || rest.length > 0) throw new UsageError('read takes one resource URI.');
  const result = await client.readResource(uri, callOptions);
  if (flags.json) output.json(result);
  else for (const content of result.contents) output.line('text' in content ? content.text : content.blob);
  return EXIT.ok;
}
