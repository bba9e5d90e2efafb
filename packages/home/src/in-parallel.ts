// Does something for each item, some of them at a time, and gives the results in the items' order.

export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work));
  for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
  return results;
}
