// Finds what somebody means by a few letters of it: exactly, or the only one that fits.

export type Chosen<Item> =
  | { readonly item: Item }
  /** Several fit. */
  | { readonly several: readonly Item[] }
  | { readonly none: true };

/** `namesOf`: what an item may be called, the best name first. */
export function choose<Item>(
  typed: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): Chosen<Item> {
  const word = typed.toLowerCase();
  const having = (fits: (name: string) => boolean): readonly Item[] =>
    items.filter((item) => namesOf(item).some((name) => fits(name.toLowerCase())));
  const tries = [
    having((name) => name === word),
    having((name) => name.endsWith(`/${word}`)),
    having((name) => name.startsWith(word)),
    having((name) => name.includes(word)),
  ];
  const [found = []] = tries.filter((fitting) => fitting.length > 0);
  const [only, ...others] = found;
  if (only === undefined) return { none: true };
  return others.length === 0 ? { item: only } : { several: found };
}
