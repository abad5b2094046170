import { UsageError } from './exit-code.js';

const WAYS =
  'Name a server: a URL after the verb, `-- command args…` at the end, or --server and a name of the configuration.';

/** Verbs that take no words of their own: whatever stands there was meant to be the server. */
const WITHOUT_WORDS: readonly string[] = ['inspect', 'check'];

/** How a word that was meant to be a URL is written; the first pattern that fits counts. */
const URLS: readonly (readonly [RegExp, string])[] = [
  [/^(https?|wss?):\/*(.+)$/is, '$1://$2'],
  [/^((?:localhost|[\w.-]+(?=:\d)|\[[\da-f:]+\])(?::\d{1,5})?)\/?$/i, 'http://$1/mcp'],
  [/^((?:localhost|[\w.-]+(?=:\d)|\[[\da-f:]+\])(?::\d{1,5})?\/.+)$/i, 'http://$1'],
];

/** Nothing on the command line is a server: says what is there in place of one. */
export function missingServer(verb: string, words: readonly string[]): UsageError {
  const [word] = words;
  if (word === undefined) return new UsageError(WAYS);
  const meant = URLS.find(([pattern]) => pattern.test(word));
  if (meant !== undefined) {
    return new UsageError(`\`${word}\` is no URL: write \`${word.replace(...meant)}\`.`);
  }
  if (!WITHOUT_WORDS.includes(verb)) return new UsageError(WAYS);
  const command = `plainwire ${verb} -- ${words.join(' ')}`;
  const named = words.length > 1 ? '' : `, or \`plainwire ${verb} --server ${word}\` for a configured server`;
  return new UsageError(`\`${word}\` is no URL. A command stands after \`--\`: \`${command}\`${named}.`);
}
