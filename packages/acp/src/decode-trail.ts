// What a decoder remembers while it works: where it failed, and what it repaired.
//
// Decoding is synchronous and never calls out, so that one trail serves all decoders and a message without fault
// costs nothing here. A failure is noted at its place, and every level on the way out puts its own key in front.
// A repair is noted as owner and key; its path is looked up afterwards, and only if there was one.

export type Fields = { [name: string]: unknown };

/** `repairs`: the paths, in the message as it was received, of what was thrown away or replaced by a default. */
export type DecodeResult<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly error: DecodeError };

export type Decoder<T> = (value: unknown) => DecodeResult<T>;

export interface DecodeError {
  /** JSON pointer; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  /** Both in one line: `/update/content/text: expected string`. */
  readonly message: string;
}

/** More repairs than this in one message are made, but not listed. */
const REPAIRS_MAX = 32;

/** No def nests deeper; what lies below is payload, which decoders leave alone. */
const DEPTH_MAX = 24;

interface Repair {
  readonly owner: object;
  readonly key: string | number;
}

const NO_REPAIRS: readonly string[] = [];
let path = "";
let expected = "";
let repairs: Repair[] = [];

/** Notes a failure of the value at hand. */
export function fail(what: string): false {
  path = "";
  expected = what;
  return false;
}

/** Notes a failure of one field. */
export function failAt(key: string, what: string): false {
  path = key;
  expected = what;
  return false;
}

/** On the way out of a failure: the value at hand was found under this key. Keys come as `/name`. */
export function at(key: string): false {
  path = key + path;
  return false;
}

/** A name as a part of a JSON pointer. */
export function pointer(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Removes a field that could not be read. */
export function drop(owner: Fields, name: string): void {
  delete owner[name];
  note(owner, name);
}

/** Puts the default in the place of a field that could not be read. */
export function replace(owner: Fields, name: string, value: unknown): void {
  owner[name] = value;
  note(owner, name);
}

/** Notes that a list loses an item; the list closes the gap itself. */
export function skip(list: readonly unknown[], index: number): void {
  note(list, index);
}

/** The result of decoding `value`, which was found good (and perhaps repaired) or not. */
export function toResult<T>(isGood: boolean, value: unknown): DecodeResult<T> {
  if (isGood && repairs.length === 0) return { ok: true, value: value as T, repairs: NO_REPAIRS };
  const noted = repairs;
  repairs = [];
  if (isGood) return { ok: true, value: value as T, repairs: findPaths(value, noted) };
  const message = path === "" ? `expected ${expected}` : `${path}: expected ${expected}`;
  return { ok: false, error: { path, expected, message } };
}

/** The same for a value that may have been replaced; undefined says that it was bad. */
export function toReadResult<T>(value: unknown): DecodeResult<T> {
  return toResult(value !== undefined, value);
}

function note(owner: object, key: string | number): void {
  if (repairs.length < REPAIRS_MAX) repairs.push({ owner, key });
}

/** A repair whose owner was itself thrown away is not found, and the repair that did it is. */
function findPaths(root: unknown, noted: readonly Repair[]): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, here: string, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return;
    const own = noted.filter(({ owner }) => owner === value);
    for (const { key } of own) found.push(here + pointer(String(key)));
    if (!Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) visit(inner, here + pointer(name), depth + 1);
      return;
    }
    const skipped = new Set(own.map(({ key }) => key));
    let received = 0;
    for (const item of value) {
      while (skipped.has(received)) received++;
      visit(item, `${here}/${received}`, depth + 1);
      received++;
    }
  };
  visit(root, "", 0);
  return found;
}
