import { expect, it } from "vitest";
import { inParallel } from "./in-parallel.ts";

it("keeps the items' order, and the limit", async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([3, 1, 2, 5, 4], 2, async (item) => {
    most = Math.max(most, (running += 1));
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 50, 40]);
  expect(most).toBe(2);
});

it("rejects with the first error once nothing is under way any more", async () => {
  const finished: number[] = [];
  const work = inParallel([1, 2, 3], 2, async (item) => {
    if (item === 1) throw new Error("one failed");
    await Promise.resolve();
    finished.push(item);
  });
  await expect(work).rejects.toThrow("one failed");
  expect(finished).toEqual([2, 3]);
});
