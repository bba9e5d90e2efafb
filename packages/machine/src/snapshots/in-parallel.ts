// Does something for each item, some of them at a time, and ends when all have: with the first error, if there was one.

export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await action(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
