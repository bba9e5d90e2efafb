// Finds the first difference between two JSON values.
import { isObject } from "@parley/base";
import { COMPARE_DEPTH_MAX } from "../../limits.ts";

export interface Difference {
  /** Dotted; empty for the values themselves. */
  readonly path: string;
  /** Undefined if missing. */
  readonly left: unknown;
  readonly right: unknown;
}

export interface CompareOptions {
  /** Fields that are not compared, wherever they are. */
  readonly ignored?: ReadonlySet<string> | undefined;
  /** A redacted text matches any text. */
  readonly isRedacted?: boolean | undefined;
}

const HIDDEN = "…";

/** Undefined if they are equal; the order of fields does not matter. */
export function firstDifference(left: unknown, right: unknown, options: CompareOptions = {}): Difference | undefined {
  return compare(left, right, [], options);
}

function compare(
  left: unknown,
  right: unknown,
  path: readonly string[],
  options: CompareOptions,
): Difference | undefined {
  if (Object.is(left, right)) return undefined;
  if (path.length > COMPARE_DEPTH_MAX) return undefined;
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, path, options);
  if (isObject(left) && isObject(right)) return compareFields(left, right, path, options);
  if (options.isRedacted === true && [left, right].some((value) => typeof value === "string" && value.includes(HIDDEN)))
    return undefined;
  return { path: path.join("."), left, right };
}

function compareLists(
  left: readonly unknown[],
  right: readonly unknown[],
  path: readonly string[],
  options: CompareOptions,
): Difference | undefined {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const found = compare(left[index], right[index], [...path, String(index)], options);
    if (found !== undefined) return found;
  }
  return undefined;
}

function compareFields(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
  path: readonly string[],
  options: CompareOptions,
): Difference | undefined {
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (options.ignored?.has(name) === true) continue;
    const found = compare(left[name], right[name], [...path, name], options);
    if (found !== undefined) return found;
  }
  return undefined;
}
