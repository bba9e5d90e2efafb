// The state of a decoder while it works: where it failed, and what it repaired.
//
// Decoding is synchronous and calls no other code, so all decoders share one trail, and a valid message costs nothing
// here. A failure is recorded where it occurs, and every level on the way out prepends its own key. A repair is
// recorded as owner and key; its path is looked up afterwards, only if there was one.

export type Fields = { [name: string]: unknown };

/** `repairs`: the paths, in the received message, of dropped or replaced values. */
export type DecodeResult<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly error: DecodeError };

export type Decoder<T> = (value: unknown) => DecodeResult<T>;

export interface DecodeError {
  /** JSON pointer; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  /** Both on one line: `/update/content/text: expected string`. */
  readonly message: string;
}

/** More repairs than this in one message are made, but not listed. */
const REPAIRS_MAX = 32;

/** No def nests deeper; everything below is payload, which decoders do not touch. */
const DEPTH_MAX = 24;

interface Repair {
  readonly owner: object;
  readonly key: string | number;
}

const NO_REPAIRS: readonly string[] = [];
let path = "";
let expected = "";
let repairs: Repair[] = [];

/** Records a failure of the current value. */
export function fail(what: string): false {
  path = "";
  expected = what;
  return false;
}

/** Records a failure of one field. */
export function failAt(key: string, what: string): false {
  path = key;
  expected = what;
  return false;
}

/** On the way out of a failure: the current value is under this key. Keys have the form `/name`. */
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

/** Replaces an unreadable field with its default. */
export function replace(owner: Fields, name: string, value: unknown): void {
  owner[name] = value;
  note(owner, name);
}

/** Records that a list drops an item; the list closes the gap itself. */
export function skip(list: readonly unknown[], index: number): void {
  note(list, index);
}

/** The result of decoding `value`, which is valid (perhaps after repairs) or not. */
export function toResult<T>(isGood: boolean, value: unknown): DecodeResult<T> {
  if (isGood && repairs.length === 0) return { ok: true, value: value as T, repairs: NO_REPAIRS };
  const noted = repairs;
  repairs = [];
  if (isGood) return { ok: true, value: value as T, repairs: findPaths(value, noted) };
  const message = path === "" ? `expected ${expected}` : `${path}: expected ${expected}`;
  return { ok: false, error: { path, expected, message } };
}

/** The same for a value that may have been replaced; undefined means that it was invalid. */
export function toReadResult<T>(value: unknown): DecodeResult<T> {
  return toResult(value !== undefined, value);
}

function note(owner: object, key: string | number): void {
  if (repairs.length < REPAIRS_MAX) repairs.push({ owner, key });
}

/** If a repair's owner was dropped itself, only the repair that dropped it is found. */
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
