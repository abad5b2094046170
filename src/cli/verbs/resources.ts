import { isMcpResourceError } from '../../host/index.js';
import type { Resource, ResourceTemplate } from '../../protocol/index.js';
import type { CommandLine } from '../command-line.js';
import type { ConfiguredParts } from '../configured/load-servers.js';
import { noteFailures, type OpenedHost, withHost } from '../configured/open-host.js';
import { showItems } from '../configured/show-items.js';
import type { ExitCode } from '../exit-code.js';
import { printable, summary } from '../output.js';
import type { Surroundings } from '../surroundings.js';

/** `resources [server]`: what the configured servers offer to read. */
export function resources(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<ExitCode> {
  return withHost(line, surroundings, parts, async (opened) => {
    const { output, interrupted } = surroundings;
    noteFailures(opened, surroundings);
    const found = await collect(opened, interrupted);
    for (const { error } of found.errors) output.note(`plainwire: ${printable(error)}`);
    const rows = [
      ...found.resources.map(({ server, uri, name, description }) => [
        server,
        uri,
        summary(description ?? name),
      ]),
      ...found.resourceTemplates.map(({ server, uriTemplate, name, description }) => [
        server,
        uriTemplate,
        summary(description ?? name),
      ]),
    ];
    showItems(output, line.flags.json, found, rows);
    return found.errors.length === 0;
  });
}

interface Found {
  readonly resources: (Resource & { readonly server: string })[];
  readonly resourceTemplates: (ResourceTemplate & { readonly server: string })[];
  readonly errors: { readonly server: string; readonly error: string }[];
}

async function collect({ host }: OpenedHost, signal: AbortSignal): Promise<Found> {
  const found: Found = { resources: [], resourceTemplates: [], errors: [] };
  for (const { name: server, phase } of host.servers()) {
    if (phase !== 'ready') continue;
    try {
      for (const item of await host.allResources(server, { signal }))
        found.resources.push({ ...item, server });
      for (const item of await host.allResourceTemplates(server, { signal }))
        found.resourceTemplates.push({ ...item, server });
    } catch (error) {
      if (!isMcpResourceError(error)) throw error;
      // Nothing to show is nothing to tell.
      if (error.kind !== 'no_resources' && error.kind !== 'hidden')
        found.errors.push({ server, error: error.message });
    }
  }
  return found;
}
