import type { Prompt } from '../../protocol/index.js';
import type { CommandLine } from '../command-line.js';
import type { ConfiguredParts } from '../configured/load-servers.js';
import { noteFailures, type OpenedHost, withHost } from '../configured/open-host.js';
import { showItems } from '../configured/show-items.js';
import type { ExitCode } from '../exit-code.js';
import { printable, summary } from '../output.js';
import type { Surroundings } from '../surroundings.js';

/** `prompts [server]`: the prompts of the configured servers. */
export function prompts(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<ExitCode> {
  return withHost(line, surroundings, parts, async (opened) => {
    const { output, interrupted } = surroundings;
    noteFailures(opened, surroundings);
    const { found, errors } = await collect(opened, interrupted);
    for (const error of errors) output.note(`plainwire: ${printable(error)}`);
    const rows = found.map(({ server, name, title, description }) => [
      server,
      name,
      summary(description ?? title),
    ]);
    showItems(output, line.flags.json, found, rows);
    return errors.length === 0;
  });
}

async function collect({ host }: OpenedHost, signal: AbortSignal) {
  const found: (Prompt & { readonly server: string })[] = [];
  const errors: string[] = [];
  for (const { name, phase } of host.servers()) {
    if (phase !== 'ready') continue;
    try {
      for (const prompt of await host.listPrompts(name, { signal })) found.push({ ...prompt, server: name });
    } catch (error) {
      errors.push(`server '${name}': ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { found, errors };
}
