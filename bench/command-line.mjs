import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]

  --full          more and longer rounds, and how cost grows with size
  --check         fails when a figure is over its bound by more than the noise seen
  --only <name>   only this part; may be given several times
  --json <file>   writes everything that was measured
  --docs          writes the tables into docs/bench.md
`;

/**
 * @param {string[]} args
 * @param {readonly string[]} parts the names that --only knows
 */
export function readCommandLine(args, parts) {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      docs: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.find((name) => !parts.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${parts.join(', ')}.`);
  return values;
}
