// Runs contenders in turns (A B C A B C …) in one process and one go, so that a machine that is busy for a moment is busy
// for all of them. What counts is the ratio to the floor within each round, and its median.

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Half of the distance between the quartiles, as a share of the median: how far apart rounds were. */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const quartile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return (quartile(0.75) - quartile(0.25)) / 2 / median(values);
}

/**
 * @param {{name: string, run: () => number | Promise<number>}[]} contenders the first one is the floor; `run` does one round
 *   and returns its cost (any unit, smaller is better)
 * @param {number} rounds
 * @returns {Promise<{name: string, median: number, lowest: number, highest: number, ratio: number, noise: number}[]>}
 */
export async function interleave(contenders, rounds) {
  const costs = contenders.map(() => []);
  for (const { run } of contenders) await run();
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of contenders.entries()) costs[index].push(await run());
  }
  const floor = costs[0];
  return contenders.map(({ name }, index) => {
    const ratios = costs[index].map((cost, round) => cost / floor[round]);
    return {
      name,
      median: median(costs[index]),
      lowest: Math.min(...costs[index]),
      highest: Math.max(...costs[index]),
      ratio: median(ratios),
      noise: spread(ratios),
    };
  });
}

/** Wall time of `count` calls of `action`, in nanoseconds per call. */
export function timeEach(count, action) {
  const startedAt = process.hrtime.bigint();
  for (let index = 0; index < count; index++) action();
  return Number(process.hrtime.bigint() - startedAt) / count;
}

/** The same for asynchronous calls with `inFlight` of them on the way at once. */
export async function timeEachAsync(count, inFlight, action) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await action();
  };
  const startedAt = process.hrtime.bigint();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return Number(process.hrtime.bigint() - startedAt) / count;
}
