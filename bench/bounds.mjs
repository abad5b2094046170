// What is promised, and whether a run kept it.
import { ratioOf } from './interleave.mjs';
import { median, noiseOf } from './statistics.mjs';

/**
 * @typedef {{scenario: string, contender: string, base?: string, max: number, explained?: number}} Bound the ratio to
 *   `base`, or without one the value itself, is at most `max`; docs/bench.md shows where the rest goes up to `explained`
 * @typedef {'met' | 'within noise' | 'explained' | 'exceeded' | 'not measured'} Verdict
 * @typedef {Bound & {seen: number, noise: number, verdict: Verdict}} Judged
 */

const ERAS = ['modern', 'legacy'];

/** Against the floor that sends the same bytes. @type {(scenario: string, max: number, explained?: number) => Bound[]} */
const inBothEras = (scenario, max, explained = max) =>
  ERAS.map((era) => ({ scenario, contender: `plainwire ${era}`, base: `floor ${era}`, max, explained }));

/** @type {readonly Bound[]} */
export const BOUNDS = [
  { scenario: 'decode small', contender: 'plainwire', base: 'floor', max: 1.4 },
  { scenario: 'decode list', contender: 'plainwire', base: 'floor', max: 1.2 },
  { scenario: 'decode large', contender: 'plainwire', base: 'floor', max: 1.1 },
  ...inBothEras('stdio, 1 in flight', 1.25),
  ...inBothEras('stdio, 64 in flight', 1.4, 1.7),
  ...inBothEras('http, 1 in flight', 1.4),
  ...inBothEras('http, 64 in flight', 1.5, 1.9),
  { scenario: 'http, 1 in flight', contender: 'plainwire modern', base: 'sdk2 modern', max: 1 / 8 },
  { scenario: 'http, 64 in flight', contender: 'plainwire modern', base: 'sdk2 modern', max: 1 / 8 },
  { scenario: 'idle streams, memory', contender: 'subscriptions/listen', max: 4 },
  { scenario: 'idle streams, memory', contender: 'legacy GET', max: 4 },
  { scenario: 'host start', contender: '20 servers, less spawning', base: 'one server', max: 2 },
  { scenario: 'host, name and permission', contender: 'plainwire', max: 10 },
  { scenario: 'host, adapting', contender: '5,000 tools', base: '1,250 tools', max: 2 },
  { scenario: 'import', contender: 'plainwire/protocol', base: '@modelcontextprotocol/client', max: 1 / 10 },
  { scenario: 'import', contender: 'plainwire/client', base: '@modelcontextprotocol/client', max: 1 / 3 },
  { scenario: 'install, size', contender: 'plainwire', base: 'sdk2', max: 1 / 3 },
  { scenario: 'install, packages', contender: 'plainwire', base: 'sdk2', max: 1 },
  { scenario: 'install, direct dependencies', contender: 'plainwire', max: 8 },
];

/**
 * Holds what was measured against the bounds. Over a bound by no more than the noise of the run is not exceeded.
 *
 * @param {readonly import('./interleave.mjs').Result[]} results
 * @param {readonly Bound[]} bounds
 * @returns {Judged[]}
 */
export function judge(results, bounds = BOUNDS) {
  return bounds.map((bound) => {
    const result = results.find(({ scenario }) => scenario === bound.scenario);
    const seen = result === undefined ? undefined : seenOf(result, bound);
    if (seen === undefined) return { ...bound, seen: Number.NaN, noise: 0, verdict: 'not measured' };
    return { ...bound, seen: seen.median, noise: seen.noise, verdict: verdictOf(seen, bound) };
  });
}

/**
 * @param {import('./interleave.mjs').Result} result
 * @param {Bound} bound
 */
function seenOf(result, { contender, base }) {
  if (base !== undefined) return ratioOf(result, contender, base);
  const values = result.series[contender];
  return values === undefined ? undefined : { median: median(values), noise: noiseOf(values) };
}

/**
 * @param {{median: number, noise: number}} seen
 * @param {Bound} bound
 * @returns {Verdict}
 */
function verdictOf(seen, { max, explained = max }) {
  if (seen.median <= max) return 'met';
  const least = seen.median - seen.noise;
  if (least <= max) return 'within noise';
  return least <= explained ? 'explained' : 'exceeded';
}
