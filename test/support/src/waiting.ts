// Waiting in tests without guessing a time: for the event loop to come round, or for the file system's clock to move.
import { rm, stat, writeFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/** Enough for everything that is ready to run, and for what that makes ready: to see that nothing happens. */
const SETTLING_ROUNDS = 50;

/** Resolves when work that was ready has run; nothing that needs a timer has to. */
export async function eventLoopSettled(): Promise<void> {
  for (let round = 0; round < SETTLING_ROUNDS; round += 1) await setImmediate();
}

/** A moment later than every change so far by the clock of the file system, which is coarser than ours. `probe` is a path to use. */
export async function nextFileTime(probe: string): Promise<number> {
  const stamp = async (): Promise<number> => {
    await writeFile(probe, "x");
    return (await stat(probe)).mtimeMs;
  };
  const first = await stamp();
  let now = first;
  while (now <= first) {
    await setImmediate();
    now = await stamp();
  }
  await rm(probe);
  return now;
}
