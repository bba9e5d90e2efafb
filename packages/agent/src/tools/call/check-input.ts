// Checks what a model wrote against what a tool takes. Slips that have one meaning only are mended; all else is told, so that it can be.
import { isObject } from "@parley/base";
import { parseJson } from "../../text/parse-json.ts";
import type { Tool } from "../tool.ts";
import { INPUT_PROBLEMS_MAX, INPUT_REPAIRS_MAX } from "./limits.ts";

export type CheckedInput = { readonly value: unknown } | { readonly problem: string };

/** What zod says of a problem, as far as it is needed here. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
}

export function checkInput(tool: Pick<Tool, "name" | "input">, written: unknown): CheckedInput {
  let input = readText(written);
  for (let repairs = 0; ; repairs += 1) {
    const parsed = tool.input.safeParse(input);
    if (parsed.success) return { value: parsed.data };
    const issues: readonly Issue[] = parsed.error.issues;
    const mended = repairs < INPUT_REPAIRS_MAX ? mend(input, issues) : undefined;
    if (mended === undefined) return { problem: describe(tool.name, input, issues) };
    input = mended.value;
  }
}

/** The whole input as a text of JSON, and no input for a tool that needs none. */
function readText(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return written;
  if (written.trim() === "") return {};
  const parsed = parseJson(written);
  return parsed === undefined ? written : parsed.value;
}

/** A list, a number or an object that was written as a text of JSON. Undefined if there was none. */
function mend(input: unknown, issues: readonly Issue[]): { readonly value: unknown } | undefined {
  let mended: { readonly value: unknown } | undefined;
  for (const { code, path, expected } of issues) {
    if (code !== "invalid_type" || path.length === 0) continue;
    const current: unknown = mended === undefined ? input : mended.value;
    const text = at(current, path);
    const parsed = typeof text === "string" ? parseJson(text) : undefined;
    if (parsed !== undefined && isOf(parsed.value, expected)) mended = { value: put(current, path, parsed.value) };
  }
  return mended;
}

function isOf(value: unknown, expected: unknown): boolean {
  if (expected === "array") return Array.isArray(value);
  if (expected === "object" || expected === "record") return isObject(value);
  if (expected === "number" || expected === "int") return typeof value === "number";
  return expected === "boolean" && typeof value === "boolean";
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return current;
}

/** A copy; what the model wrote is left as it is. */
function put(value: unknown, [key, ...rest]: readonly PropertyKey[], part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? put(item, rest, part) : item));
  const fields = value as Readonly<Record<PropertyKey, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, part) };
}

function describe(name: string, input: unknown, issues: readonly Issue[]): string {
  if (!isObject(input)) {
    return `The input of ${name} must be a JSON object, and this is none: nothing was done.`;
  }
  const lines = issues.slice(0, INPUT_PROBLEMS_MAX).map(({ path, message }) => {
    const where = path.map(String).join(".");
    const isMissing = path.length > 0 && at(input, path) === undefined;
    return `- ${where === "" ? "input" : where}: ${isMissing ? `is missing. ${message}` : message}`;
  });
  if (issues.length > INPUT_PROBLEMS_MAX) lines.push(`- and ${issues.length - INPUT_PROBLEMS_MAX} more`);
  return `The input of ${name} is not right, so nothing was done:\n${lines.join("\n")}`;
}
