/**
 * Does something for each item, for at most `width` of them at once, and gives the outcomes in the order of the items.
 * Rejects with the first failure; nothing more is started then.
 */
export async function atOnce<Item, Outcome>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes = new Array<Outcome>(items.length);
  const entries = items.entries();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    // All workers take from the same entries.
    for (const [index, item] of entries) {
      if (hasFailed) return;
      outcomes[index] = await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return outcomes;
}
