// The tests that the generated decoders are built from.
import { fail, failAt, type Fields } from "./decode-trail.ts";
import type { UnknownVariant } from "./unknown.ts";

export function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isIntegerWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

export function toUnknown(raw: Fields): UnknownVariant {
  return { kind: "unknown", raw };
}

/** Handles an object whose tag names no variant: kept if the tag is a string, otherwise a failure at `key`. */
export function readUnknownTag(raw: Fields, tag: unknown, key: string): UnknownVariant | undefined {
  if (typeof tag === "string") return toUnknown(raw);
  failAt(key, "string");
  return undefined;
}

/** Like `fail`, for a function that returns the value. */
export function failRead(expected: string): undefined {
  fail(expected);
  return undefined;
}
