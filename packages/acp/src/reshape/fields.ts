// Moves fields to where the schema has them. Never runs for a valid message.
import { isObject } from "@parley/base";
import type { Fields } from "../decode-trail.ts";

/** Deeper than any def that is copied; a bound, because a peer decides how deep its message is. */
const CLONE_DEPTH_MAX = 16;

/** Gives a field the name that the schema has for it. */
export function rename(fields: Fields, from: string, to: string): void {
  if (fields[from] === undefined) return;
  fields[to] = fields[from];
  delete fields[from];
}

/** Like `rename`, but the other field stays, unaffected by decoding. */
export function copy(fields: Fields, from: string, to: string): void {
  if (fields[from] !== undefined) fields[to] = clone(fields[from], CLONE_DEPTH_MAX);
}

/** Takes a field out of an object that it should not be wrapped in. */
export function lift(fields: Fields, from: string, inner: string, to: string): void {
  const wrapping = fields[from];
  if (isObject(wrapping) && wrapping[inner] !== undefined) fields[to] = wrapping[inner];
}

/** Derives an absent field from the other fields, if possible. */
export function fill(fields: Fields, name: string, derive: (fields: Fields) => unknown): void {
  const value = derive(fields);
  if (value !== undefined) fields[name] = value;
}

/** Puts the fields of an inner object in the place of that object; false if there is none. */
export function unfold(fields: Fields, name: string): boolean {
  const inner = fields[name];
  if (!isObject(inner)) return false;
  delete fields[name];
  for (const [key, value] of Object.entries(inner)) {
    // Defined, not assigned: a key `__proto__` must not become the prototype.
    Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return true;
}

/** The first of these fields that is present. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined);
}

/** Values below this depth are shared, because decoders do not reach them. */
function clone(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => clone(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clone(item, depth - 1)]));
}
