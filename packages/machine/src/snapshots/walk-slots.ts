// Walks of all folders take turns: each holds descriptors, and more in parallel would not be faster.
import { WALKS_AT_ONCE } from "../limits.ts";

let free = WALKS_AT_ONCE;
const waiting: (() => void)[] = [];

export async function inWalkSlot<T>(walk: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await walk();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}
