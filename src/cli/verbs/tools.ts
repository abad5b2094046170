import type { CommandLine } from '../command-line.js';
import type { ConfiguredParts } from '../configured/load-servers.js';
import { noteFailures, noteProblems, type OpenedHost, withHost } from '../configured/open-host.js';
import { showItems } from '../configured/show-items.js';
import type { ExitCode } from '../exit-code.js';
import { summary } from '../output.js';
import type { Surroundings } from '../surroundings.js';

/** `tools [server]`: the tools of the configured servers under their registered names, and what is decided about them. */
export function tools(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<ExitCode> {
  return withHost(line, surroundings, parts, async (opened) => {
    const { output } = surroundings;
    noteFailures(opened, surroundings);
    noteProblems(opened, surroundings);
    const listed = listTools(opened);
    const rows = listed.map(({ name, permission, description }) => [name, permission, summary(description)]);
    showItems(output, line.flags.json, listed, rows);
  });
}

function listTools({ host }: OpenedHost) {
  return host.tools().map(({ name, description, parameters }) => {
    const { action, because } = host.explain(name);
    const { server, tool } = host.lookup(name) ?? {};
    return { name, server, tool, permission: action, because, description, inputSchema: parameters };
  });
}
