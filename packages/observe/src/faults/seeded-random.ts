// Reproducible random numbers: the same seed gives the same numbers on every machine.

/** From 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

export function createSeededRandom(seed: number): Random {
  // A Weyl sequence mixed by multiplications: good enough for faults, but not for more.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
