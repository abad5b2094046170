import { UsageError } from './exit-code.js';
import { FLAG_HELP, type FlagName } from './flag-table.js';
import { didYouMean } from './nearest-word.js';
import { table } from './output.js';
import { VERB_TABLE, type VerbRow, verbRow } from './verb-table.js';

/** Flags that most verbs take. */
const COMMON: readonly FlagName[] = [
  'json',
  'revision',
  'header',
  'env',
  'timeout',
  'server',
  'config',
  'verbose',
  'version',
  'help',
];

const EXIT_CODES = `exit codes
  0 done   1 the tool reports an error   2 usage   3 could not connect
  4 the server broke the protocol, refused, or does not offer it   5 timed out   130 interrupted`;

/** What `plainwire --help` prints. */
function overview(): string {
  const verbs = Object.entries(VERB_TABLE).map(([verb, { does }]) => [verb, does]);
  return `plainwire: talk to a Model Context Protocol server

  plainwire <verb> [words…] -- command args…     a server that is started here
  plainwire <verb> <url> [words…]                a server with an http(s): or ws(s): URL
  plainwire <verb> --server <name> [words…]      a server of the configuration (docs/config.md)

verbs (\`plainwire help <verb>\` has the words and flags of one)
${table(verbs).join('\n')}

flags (before \`--\`) of most verbs
${flagLines(COMMON)}

${EXIT_CODES}

examples
  plainwire call echo message=hi -- npx -y @modelcontextprotocol/server-everything
  plainwire record -o trace.jsonl -- node server.js
  plainwire approve -- claude -p "…"`;
}

/**
 * The help of a verb, or of all of them.
 *
 * @throws UsageError when there is no such verb
 */
export function helpOf(verb: string): string {
  if (verb === '') return overview();
  const row = verbRow(verb);
  if (row === undefined) throw new UsageError(noSuchVerb(verb));
  const usage = row.usage.map((line) => `  plainwire ${line}`).join('\n');
  return `plainwire ${verb}: ${row.does}\n\n${usage}\n\nflags (before \`--\`)\n${flagLines([...row.flags, 'help'], row.meanings)}`;
}

/** Says that a verb is not known. */
export function noSuchVerb(verb: string): string {
  const verbs = Object.keys(VERB_TABLE);
  return `\`${verb}\` is no verb${didYouMean(verb, verbs)} There are: ${verbs.join(', ')}.`;
}

function flagLines(flags: readonly FlagName[], meanings: VerbRow['meanings'] = {}): string {
  return table(flags.map((flag) => [FLAG_HELP[flag][0], meanings[flag] ?? FLAG_HELP[flag][1]])).join('\n');
}
