// Finds an item by its name or by an unambiguous part of it.

export type Chosen<Item> =
  | { readonly item: Item }
  /** Several items match. */
  | { readonly several: readonly Item[] }
  | { readonly none: true };

/** `namesOf`: the names of an item, the best one first. */
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
