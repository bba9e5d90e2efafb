// Describes a schema error as one field and one sentence.
import type { ZodError } from "zod";

type Issue = ZodError["issues"][number];

export interface DescribedIssue {
  /** Dotted; empty for the whole value. */
  readonly field: string;
  /** Follows the field and a colon. */
  readonly message: string;
}

/** `value`: what was checked. */
export function describeIssue({ issues: [issue] }: Pick<ZodError, "issues">, value: unknown): DescribedIssue {
  if (issue === undefined) return { field: "", message: "is invalid" };
  const [deepest, path] = findDeepest(issue, issue.path);
  const unknown = deepest.code === "unrecognized_keys" ? deepest.keys.slice(0, 1) : [];
  return { field: [...path, ...unknown].map(String).join("."), message: toMessage(deepest, at(value, path)) };
}

/** Messages of our own schemas stay as they are; zod's are replaced. */
function toMessage(issue: Issue, given: unknown): string {
  const isOurs = !/^(?:Invalid|Too|Unrecognized) /.test(issue.message);
  if (isOurs) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return given === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_union": {
      const expected = issue.errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
      if (expected.length > 0 && given === undefined) return "is required";
      return expected.length === 0 ? "is invalid" : `must be ${[...new Set(expected)].map(withArticle).join(" or ")}`;
    }
    case "invalid_value":
      return given === undefined ? "is required" : `must be ${orList(issue.values.map(String))}`;
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "unrecognized_keys":
      return "is unknown";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
      return issue.message.replace(/^Invalid (?:input: )?/, "is not a valid ");
  }
}

function tooSmall(origin: string, least: number): string {
  const unit = unitOf(origin);
  if (unit === undefined) return `must be at least ${least}`;
  return least === 1 ? "must not be empty" : `must have at least ${least} ${unit}`;
}

function tooBig(origin: string, most: number): string {
  const unit = unitOf(origin);
  return unit === undefined ? `must be at most ${most}` : `must have at most ${most} ${unit}`;
}

const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "items", set: "items", map: "entries" };

function unitOf(origin: string): string | undefined {
  return UNITS[origin];
}

const TYPES: Readonly<Record<string, string>> = {
  array: "an array",
  int: "a whole number",
  null: "null",
  object: "an object",
  record: "an object",
};

function withArticle(type: string): string {
  return TYPES[type] ?? `a ${type}`;
}

function orList(values: readonly string[]): string {
  if (values.length < 2) return values.join("");
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1) ?? ""}`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

/** If a value matches none of several shapes, the error of the closest one, which was probably meant. */
function findDeepest(issue: Issue, path: readonly PropertyKey[]): readonly [Issue, readonly PropertyKey[]] {
  let found: readonly [Issue, readonly PropertyKey[]] = [issue, path];
  if (issue.code !== "invalid_union") return found;
  for (const [first] of issue.errors) {
    if (first === undefined) continue;
    const candidate = findDeepest(first, [...path, ...first.path]);
    if (candidate[1].length > found[1].length) found = candidate;
  }
  return found;
}
