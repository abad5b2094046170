// Runs contenders in turns (A B C A B C …) in one go, so that a machine that is busy for a moment is busy for all of them.
// What counts is the ratio within each round, and the median of these.
import { loadavg } from 'node:os';
import { median, noiseOf } from './statistics.mjs';

/**
 * @typedef {{name: string, run: () => number | Promise<number>}} Contender `run` does one round and gives its cost: any
 *   unit, smaller is better
 * @typedef {{scenario: string, unit: string, load: number, series: Record<string, number[]>}} Result the costs of each
 *   contender, one for each round, and how busy the machine was
 */

/**
 * @param {string} scenario
 * @param {string} unit
 * @param {readonly Contender[]} contenders
 * @param {number} rounds
 * @returns {Promise<Result>}
 */
export async function interleave(scenario, unit, contenders, rounds) {
  /** @type {Record<string, number[]>} */
  const series = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (const { run } of contenders) await run();
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of contenders) series[name]?.push(await run());
  }
  return { scenario, unit, load: loadavg()[0] ?? 0, series };
}

/**
 * How the cost of one contender relates to that of another one; undefined where one of them was not measured.
 *
 * @param {Result} result
 * @param {string} contender
 * @param {string} base
 */
export function ratioOf({ series }, contender, base) {
  const [costs, floor] = [series[contender], series[base]];
  if (costs === undefined || floor === undefined) return undefined;
  const ratios = costs.map((cost, round) => cost / (floor[round] ?? Number.NaN));
  return { median: median(ratios), noise: noiseOf(ratios) };
}

/**
 * Wall time of `count` calls of `action`, in nanoseconds per call.
 *
 * @param {number} count
 * @param {() => unknown} action
 */
export function timeEach(count, action) {
  const startedAt = process.hrtime.bigint();
  for (let index = 0; index < count; index++) action();
  return Number(process.hrtime.bigint() - startedAt) / count;
}
