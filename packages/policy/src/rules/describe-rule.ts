// A written rule in words: `allow execute: npm run test`.
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { shorten } from "../text.ts";
import type { RawRule } from "./fields.ts";

const SUBJECT_FIELDS = ["paths", "pattern", "program", "prefix", "args", "hosts", "servers", "tools", "toolKinds"];

export function describeRule(raw: RawRule): string {
  const subject = SUBJECT_FIELDS.flatMap((field) => toTexts(raw[field])).join(" ");
  const kinds = toTexts(raw["kind"]).join(", ");
  return shorten(subject === "" ? kinds : `${kinds} ${subject}`, REASON_SUBJECT_CHARS_MAX);
}

function toTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
