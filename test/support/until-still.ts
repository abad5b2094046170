import { waitFor } from './wait-for.js';

/** Waits until a figure has been the same for many looks in a row: nothing moves any more. */
export async function untilStill(what: string, figure: () => number, looks = 25): Promise<void> {
  let last = Number.NaN;
  let same = 0;
  await waitFor(`${what} stands still`, () => {
    same = figure() === last ? same + 1 : 0;
    last = figure();
    return same >= looks;
  });
}
