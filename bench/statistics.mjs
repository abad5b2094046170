/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below, above] = [sorted[middle - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

/**
 * Half of the distance between the quartiles: how far apart the rounds of a quiet machine are. One value has none.
 *
 * @param {readonly number[]} values
 */
export function noiseOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  /** @param {number} share */
  const quartile = (share) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return (quartile(0.75) - quartile(0.25)) / 2;
}

/**
 * The exponent with which cost grows, by least squares over the logarithms: 1 is linear, 2 quadratic, 0 no growth.
 *
 * @param {readonly {size: number, cost: number}[]} points
 */
export function exponentOf(points) {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
