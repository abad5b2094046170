// What a run says about itself, as Markdown.
import { ratioOf } from './interleave.mjs';
import { median } from './statistics.mjs';

/** The contenders that others are compared with, and how the column is called. */
const BASES = [
  { title: 'to floor', base: () => 'floor' },
  {
    title: 'to floor with the same bytes',
    base: (/** @type {string} */ contender) =>
      contender.startsWith('plainwire ') ? contender.replace('plainwire', 'floor') : 'none',
  },
  { title: 'to SDK 1.x', base: () => 'sdk1 legacy' },
  {
    title: 'to SDK 2.x',
    base: (/** @type {string} */ contender) => (contender.endsWith('legacy') ? 'sdk2 legacy' : 'sdk2 modern'),
  },
];

/** @type {(value: number) => string} */
const figure = (value) => {
  if (Number.isNaN(value)) return '–';
  return value.toLocaleString(
    'en',
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );
};

/** @type {(cells: readonly string[]) => string} */
const row = (cells) => `| ${cells.join(' | ')} |`;

/** @type {(head: readonly string[], rows: readonly (readonly string[])[]) => string} */
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map(row).join('\n');

/**
 * @param {import('./interleave.mjs').Result} result
 */
function resultRows(result) {
  const { scenario, unit, series } = result;
  return Object.entries(series).map(([contender, costs], index) => {
    const ratios = BASES.map(({ base }) => {
      const name = base(contender);
      const ratio = name === contender ? undefined : ratioOf(result, contender, name);
      return ratio === undefined ? '' : `${figure(ratio.median)} ± ${figure(ratio.noise)}`;
    });
    const range = costs.length < 2 ? '' : `${figure(Math.min(...costs))} – ${figure(Math.max(...costs))}`;
    return [index === 0 ? `${scenario} (${unit})` : '', contender, figure(median(costs)), range, ...ratios];
  });
}

/** @param {readonly import('./interleave.mjs').Result[]} results */
export function resultTable(results) {
  const head = ['scenario', 'contender', 'median', 'range', ...BASES.map(({ title }) => title)];
  return table(head, results.flatMap(resultRows));
}

/** @param {readonly import('./bounds.mjs').Judged[]} judged */
export function boundTable(judged) {
  const rows = judged.map(({ scenario, contender, base, max, seen, noise, verdict }) => [
    scenario,
    base === undefined ? contender : `${contender} to ${base}`,
    `≤ ${figure(max)}`,
    Number.isNaN(seen) ? '' : `${figure(seen)} ± ${figure(noise)}`,
    verdict,
  ]);
  return table(['scenario', 'figure', 'bound', 'seen', ''], rows);
}

/** @param {readonly {what: string, unit: string, points: readonly {size: number, cost: number}[], exponent: number}[]} growth */
export function growthTable(growth) {
  const rows = growth.map(({ what, unit, points, exponent }) => [
    `${what} (${unit})`,
    ...points.map(({ size, cost }) => `${size.toLocaleString('en')}: ${figure(cost)}`),
    exponent.toFixed(2),
  ]);
  return table(['cost', 'first', 'second', 'third', 'fourth', 'exponent'], rows);
}

/** @param {ReturnType<import('./machine.mjs').describeMachine>} machine */
export function machineLine({ date, node, platform, cpu, memoryGiB, commit, load }) {
  return `${date}, commit ${commit}, Node ${node}, ${platform}, ${cpu}, ${memoryGiB} GiB, load ${load.toFixed(1)}`;
}
