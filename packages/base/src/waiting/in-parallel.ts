// Runs an action for each item, a limited number at a time.

/** The results in the items' order. Waits for all actions under way, then rejects with the first error, if there was one. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnceMax, items.length) }, work));
  for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
  return results;
}
