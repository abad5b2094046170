import type { ServerCounts, ServerState } from '../../host/index.js';
import type { CommandLine } from '../command-line.js';
import { type ConfiguredParts, originText } from '../configured/load-servers.js';
import { noteNoServers, type OpenedHost, withHost } from '../configured/open-host.js';
import type { ExitCode } from '../exit-code.js';
import { reasonFor } from '../flag-hints.js';
import type { Output } from '../output.js';
import { cell, summary, table } from '../output.js';
import type { Surroundings } from '../surroundings.js';

/** `servers`: which servers are configured, and whether they work. */
export function servers(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<ExitCode> {
  return withHost(line, surroundings, parts, async (opened) => {
    const states = await opened.host.survey(surroundings.interrupted);
    if (line.flags.json) surroundings.output.json({ servers: states, problems: opened.config.problems });
    else print(opened, states, surroundings.output);
    noteNoServers(opened, surroundings);
  });
}

const MAX_CELL_CHARS = 160;
const HEAD = ['name', 'state', 'transport', 'revision', 'offers', 'declared in', 'reason'];

function print({ config }: OpenedHost, states: readonly ServerState[], output: Output): void {
  const broken = config.problems.flatMap((problem) => {
    const { server, severity, path, message } = problem;
    if (severity === 'warning' || server === undefined || states.some(({ name }) => name === server))
      return [];
    return [[server, 'unusable', '-', '-', '-', path ?? 'program', message]];
  });
  if (states.length + broken.length === 0) return;
  const rows = [...states.map(row), ...broken].map((cells) =>
    cells.map((text) => cell(summary(text.replace(/\s+/g, ' '), MAX_CELL_CHARS))),
  );
  for (const text of table([HEAD, ...rows])) output.line(text);
}

function row(state: ServerState): string[] {
  const { name, phase, transport, revision, counts, reason, problems } = state;
  const why = [...(reason === undefined ? [] : [reason]), ...problems].map(reasonFor).join('; ');
  const offered = phase === 'ready' ? offers(counts) : '-';
  return [name, phase, transport, revision ?? '-', offered, originText(state), why];
}

const NOUNS: readonly (readonly [keyof ServerCounts, string])[] = [
  ['tools', 'tool'],
  ['resources', 'resource'],
  ['resourceTemplates', 'template'],
  ['prompts', 'prompt'],
];

function offers(counts: ServerCounts): string {
  const parts = NOUNS.flatMap(([list, noun]) => {
    const count = counts[list];
    return count === undefined ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
  });
  return parts.join(', ');
}
