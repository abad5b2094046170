import type { Output } from '../output.js';
import { cell, table } from '../output.js';

/** Prints a list: `items` as they are for a program, or one row of each for a person. */
export function showItems(
  output: Output,
  asJson: boolean,
  items: unknown,
  rows: readonly (readonly string[])[],
): void {
  if (asJson) output.json(items);
  else for (const text of table(rows.map((cells) => cells.map(cell)))) output.line(text);
}
