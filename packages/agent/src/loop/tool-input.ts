// Checks the input of a call against the schema of its tool. Unambiguous slips are repaired; everything else is reported to the model.
import { isObject } from "@parley/base";
import { parseJson } from "../text/parse-json.ts";
import type { Tool } from "../tools/tool.ts";
import { INPUT_PROBLEMS_MAX, INPUT_REPAIRS_MAX } from "../limits.ts";

export type CheckedInput = { readonly value: unknown } | { readonly problem: string };

/** The part of a zod issue that is needed here. */
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
    const repaired = repairs < INPUT_REPAIRS_MAX ? repair(input, issues) : undefined;
    if (repaired === undefined) return { problem: describe(tool.name, input, issues) };
    input = repaired.value;
  }
}

/** Accepts the whole input as a JSON string, and no input at all. */
function readText(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return written;
  if (written.trim() === "") return {};
  const parsed = parseJson(written);
  return parsed === undefined ? written : parsed.value;
}

/** Parses fields that are JSON strings where another type is expected. Undefined if there are none. */
function repair(input: unknown, issues: readonly Issue[]): { readonly value: unknown } | undefined {
  let repaired: { readonly value: unknown } | undefined;
  for (const { code, path, expected } of issues) {
    if (code !== "invalid_type" || path.length === 0) continue;
    const current: unknown = repaired === undefined ? input : repaired.value;
    const text = at(current, path);
    const parsed = typeof text === "string" ? parseJson(text) : undefined;
    if (parsed !== undefined && isOf(parsed.value, expected)) repaired = { value: put(current, path, parsed.value) };
  }
  return repaired;
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

/** Returns a copy; the original input is not changed. */
function put(value: unknown, [key, ...rest]: readonly PropertyKey[], part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? put(item, rest, part) : item));
  const fields = value as Readonly<Record<PropertyKey, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, part) };
}

function describe(name: string, input: unknown, issues: readonly Issue[]): string {
  if (!isObject(input)) {
    return `The input of ${name} must be a JSON object. Nothing was done.`;
  }
  const lines = issues.slice(0, INPUT_PROBLEMS_MAX).map(({ path, message }) => {
    const where = path.map(String).join(".");
    const isMissing = path.length > 0 && at(input, path) === undefined;
    return `- ${where === "" ? "input" : where}: ${isMissing ? `required. ${message}` : message}`;
  });
  if (issues.length > INPUT_PROBLEMS_MAX) lines.push(`- and ${issues.length - INPUT_PROBLEMS_MAX} more`);
  return `The input of ${name} is not valid, so nothing was done:\n${lines.join("\n")}`;
}
