// Moves fields to where the schema has them. None of this runs on a valid message.
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

/** As `rename`, but the other field stays, untouched by what decoding does to this one. */
export function copy(fields: Fields, from: string, to: string): void {
  if (fields[from] !== undefined) fields[to] = clone(fields[from], CLONE_DEPTH_MAX);
}

/** Takes a field out of an object that it should not be wrapped in. */
export function lift(fields: Fields, from: string, inner: string, to: string): void {
  const wrapping = fields[from];
  if (isObject(wrapping) && wrapping[inner] !== undefined) fields[to] = wrapping[inner];
}

/** Gives an absent field the value that the fields beside it stand for, if they do. */
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

/** The first of these fields that is there. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined);
}

/** What lies below the depth is used by both: decoders do not reach it. */
function clone(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => clone(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clone(item, depth - 1)]));
}
