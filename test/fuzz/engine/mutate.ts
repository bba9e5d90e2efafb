// Valid messages made invalid, one small edit after the other. The edits are data, so that fewer and simpler ones can be tried
// until the smallest input is found that still finds something.
import * as fc from "fast-check";
import { OVERSIZED_CHARS_MAX } from "./limits.ts";
import { ODD_KEYS, ODD_NUMBERS, ODD_TEXTS, ODD_VALUES } from "./odd-values.ts";

type Container = unknown[] | Record<string, unknown>;

interface Place {
  readonly owner: Container;
  readonly key: string | number;
}

interface Edit {
  readonly kind: keyof typeof KINDS;
  readonly at: number;
  readonly pick: number;
}

/** Each changes the value at a place, or its neighbours. */
const KINDS = {
  drop: ({ owner, key }: Place) => {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
  },
  retype: (place: Place, pick: number) => put(place, pickFrom(ODD_VALUES, pick)),
  number: (place: Place, pick: number) => put(place, pickFrom(ODD_NUMBERS, pick)),
  text: (place: Place, pick: number) => put(place, pickFrom(ODD_TEXTS, pick)),
  append: (place: Place, pick: number) => {
    const value = get(place);
    put(place, `${typeof value === "string" ? value : ""}${pickFrom(ODD_TEXTS, pick)}`);
  },
  oversize: (place: Place, pick: number) => {
    const value = get(place);
    const times = pickFrom([100, 2_000, 50_000], pick);
    if (Array.isArray(value)) put(place, repeatItem(value[0] ?? null, times / 10));
    else put(place, (typeof value === "string" && value !== "" ? value.slice(0, 8) : "x").repeat(times));
  },
  nest: (place: Place, pick: number) => {
    let value = get(place);
    for (let depth = pickFrom([1, 2, 60], pick); depth > 0; depth -= 1) value = pick % 2 === 0 ? [value] : { a: value };
    put(place, value);
  },
  duplicate: (place: Place) => {
    const value = structuredClone(get(place));
    if (Array.isArray(place.owner)) place.owner.push(value);
    else put({ owner: place.owner, key: `${place.key}2` }, value);
  },
  rename: (place: Place, pick: number) => {
    if (Array.isArray(place.owner)) return;
    const value = get(place);
    delete place.owner[place.key];
    const key = String(place.key);
    const others = [key.toUpperCase(), key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...ODD_KEYS];
    put({ owner: place.owner, key: pickFrom(others, pick) }, value);
  },
  addKey: ({ owner }: Place, pick: number) => {
    if (!Array.isArray(owner)) put({ owner, key: pickFrom(ODD_KEYS, pick) }, pickFrom(ODD_VALUES, pick >> 4));
  },
  reverse: ({ owner }: Place) => {
    if (Array.isArray(owner)) return void owner.splice(0, owner.length, ...owner.toReversed());
    for (const [key, value] of Object.entries(owner).toReversed()) {
      delete owner[key];
      put({ owner, key }, value);
    }
  },
} satisfies Record<string, (place: Place, pick: number) => void>;

/** As often as fits, and each a copy: otherwise a later edit of one item would count as often as the item is repeated. */
function repeatItem(item: unknown, times: number): unknown[] {
  const chars = JSON.stringify(item).length + 1;
  return Array.from({ length: Math.max(1, Math.min(times, Math.floor(OVERSIZED_CHARS_MAX / chars))) }, () =>
    structuredClone(item),
  );
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
  at: fc.nat(5_000),
  pick: fc.nat(1_000),
});

/** One of the samples, mostly with some edits. Numbers of the samples are stable; which of them is chosen shrinks to the first. */
export function mutated(samples: readonly unknown[], editsMax = 4): fc.Arbitrary<unknown> {
  const edits = fc.array(edit, { maxLength: editsMax });
  return fc.tuple(fc.nat(samples.length - 1), edits).map(([index, list]) => applyEdits(samples[index], list));
}

function applyEdits(sample: unknown, edits: readonly Edit[]): unknown {
  const root: Container = { value: structuredClone(sample) };
  for (const { kind, at, pick } of edits) {
    const places = listPlaces(root);
    const place = places[at % places.length];
    if (place !== undefined) KINDS[kind](place, pick);
    // The whole value was dropped or renamed: nothing is an input too.
    root["value"] ??= null;
  }
  return root["value"];
}

function listPlaces(root: Container): readonly Place[] {
  const places: Place[] = [];
  const open: Container[] = [root];
  for (let owner = open.pop(); owner !== undefined && places.length < 2_000; owner = open.pop()) {
    for (const key of Object.keys(owner)) {
      const value = get({ owner, key });
      places.push({ owner, key });
      if (typeof value === "object" && value !== null) open.push(value as Container);
    }
  }
  return places;
}

function get({ owner, key }: Place): unknown {
  return Object.getOwnPropertyDescriptor(owner, key)?.value;
}

/** An own property even if its name is `__proto__`, as JSON would make it. */
function put({ owner, key }: Place, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

function pickFrom<Item>(items: readonly Item[], pick: number): Item {
  // A copy: later edits may change what is inside.
  return structuredClone(items[pick % items.length]) as Item;
}
