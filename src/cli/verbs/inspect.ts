import type { ExitCode } from '../exit-code.js';
import { EXIT } from '../exit-code.js';
import type { Output } from '../output.js';
import { printable, summary, table } from '../output.js';
import type { Session } from '../session.js';

/** `inspect`: who the server is and what it offers. */
export async function inspect({ client, flags, output }: Session): Promise<ExitCode> {
  const { capabilities } = client;
  const offer = {
    server: client.serverInfo,
    revision: client.revision,
    era: client.era,
    instructions: client.instructions,
    capabilities,
    tools: capabilities.tools === undefined ? [] : await client.listTools(),
    resources: capabilities.resources === undefined ? [] : await client.listResources(),
    resourceTemplates: capabilities.resources === undefined ? [] : await client.listResourceTemplates(),
    prompts: capabilities.prompts === undefined ? [] : await client.listPrompts(),
  };
  if (flags.json) output.json(offer);
  else print(offer, output);
  return EXIT.ok;
}

interface Item {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

interface Offer {
  readonly server: { name: string; version: string; title?: string } | undefined;
  readonly revision: string;
  readonly instructions: string | undefined;
  readonly capabilities: object;
  readonly tools: readonly Item[];
  readonly resources: readonly (Item & { uri: string })[];
  readonly resourceTemplates: readonly (Item & { uriTemplate: string })[];
  readonly prompts: readonly Item[];
}

function print(offer: Offer, output: Output): void {
  const { server, revision, instructions, capabilities } = offer;
  output.line(
    server === undefined ? 'a server without a name' : printable(`${server.name} ${server.version}`),
  );
  output.line(`  revision      ${revision}`);
  output.line(`  capabilities  ${printable(Object.keys(capabilities).join(', ')) || 'none'}`);
  if (instructions !== undefined) output.line(`  instructions  ${printable(summary(instructions, 90))}`);
  section(
    'tools',
    offer.tools.map(({ name, title, description }) => [name, description ?? title]),
    output,
  );
  section(
    'resources',
    offer.resources.map(({ uri, name, description }) => [uri, description ?? name]),
    output,
  );
  section(
    'resource templates',
    offer.resourceTemplates.map(({ uriTemplate, name, description }) => [uriTemplate, description ?? name]),
    output,
  );
  section(
    'prompts',
    offer.prompts.map(({ name, title, description }) => [name, description ?? title]),
    output,
  );
}

function section(
  title: string,
  items: readonly (readonly [string, string | undefined])[],
  output: Output,
): void {
  if (items.length === 0) return;
  output.line('');
  output.line(`${title} (${items.length})`);
  for (const row of table(items.map(([name, text]) => [printable(name), printable(summary(text))])))
    output.line(row);
}
