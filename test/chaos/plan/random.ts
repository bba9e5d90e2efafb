// Random choices that a seed repeats.

export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number;
  isLikely(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Another one whose choices do not depend on how many this one has made. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    // A Weyl sequence with a finalizer: short, and good enough for choices.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    isLikely: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
