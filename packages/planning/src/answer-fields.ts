// Lenient readers for the JSON in a model's answer: invalid parts are omitted.
import { truncate } from "@parley/base";

/** Trimmed and truncated; undefined if it is not text, or blank. */
export function textOf(value: unknown, charsMax: number): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? truncate(value.trim(), charsMax) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
