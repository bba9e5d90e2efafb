// Chance that can be repeated: the same seed gives the same numbers, on every machine.

/** From 0 up to, not including, 1. */
export type Random = () => number;

export function createSeededRandom(seed: number): Random {
  // A Weyl sequence, stirred by multiplications: plenty for faults, and no more than that.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
