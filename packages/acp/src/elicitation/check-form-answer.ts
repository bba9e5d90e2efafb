// Checks the user's answer against the agent's form.
import { t } from "@parley/base";
import type { ElicitationPropertySchema, ElicitationSchema } from "../generated/types.ts";
import { ANSWER_CHARS_MAX } from "../limits.ts";
import { isUnknown } from "../unknown.ts";
import { checkText, type MatchesPattern } from "./check-text.ts";

export interface FormProblem {
  readonly field: string;
  /** Follows the name of the field: "must be a number". */
  readonly problem: string;
}

type Content = Readonly<Record<string, unknown>>;

/** The first problem, in the order of the form. Without `matchesPattern`, patterns are not tried. */
export function checkFormAnswer(
  schema: ElicitationSchema,
  content: Content,
  matchesPattern?: MatchesPattern,
): FormProblem | undefined {
  const { properties = {}, required } = schema;
  for (const field of required ?? []) {
    if (!isGiven(valueOf(content, field))) return { field, problem: t("is required") };
  }
  for (const [field, property] of Object.entries(properties)) {
    const value = valueOf(content, field);
    const problem = isGiven(value) ? checkValue(property, value, matchesPattern) : undefined;
    if (problem !== undefined) return { field, problem };
  }
  const stranger = Object.keys(content).find((field) => !Object.hasOwn(properties, field));
  return stranger === undefined ? undefined : { field: stranger, problem: t("is not in the form") };
}

function valueOf(content: Content, field: string): unknown {
  return Object.hasOwn(content, field) ? content[field] : undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function checkValue(
  property: ElicitationPropertySchema,
  value: unknown,
  matchesPattern: MatchesPattern | undefined,
): string | undefined {
  if (isUnknown(property))
    return isPlain(value) ? undefined : t("must be text, a number, yes or no, or a list of strings");
  switch (property.type) {
    case "string":
      return typeof value === "string" ? checkText(property, value, matchesPattern) : t("must be text");
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? checkRange(property, value) : t("must be a number");
    case "integer":
      return Number.isSafeInteger(value) ? checkRange(property, Number(value)) : t("must be a whole number");
    case "boolean":
      return typeof value === "boolean" ? undefined : t("must be yes or no");
    case "array":
      return isTexts(value) ? checkList(property, value) : t("must be a list of texts");
  }
}

interface Range {
  readonly minimum?: number | null | undefined;
  readonly maximum?: number | null | undefined;
}

function checkRange({ minimum, maximum }: Range, value: number): string | undefined {
  if (isGiven(minimum) && value < Number(minimum)) return t("must be at least {0}", Number(minimum));
  return isGiven(maximum) && value > Number(maximum) ? t("must be at most {0}", Number(maximum)) : undefined;
}

type ListSchema = Extract<ElicitationPropertySchema, { type: "array" }>;

function checkList({ items, minItems, maxItems }: ListSchema, values: readonly string[]): string | undefined {
  if (isGiven(minItems) && values.length < Number(minItems))
    return t("must have at least {0} entries", Number(minItems));
  if (isGiven(maxItems) && values.length > Number(maxItems))
    return t("must have at most {0} entries", Number(maxItems));
  const known = toKnown(items);
  const stranger = known === undefined ? undefined : values.find((value) => !known.includes(value));
  return stranger === undefined
    ? undefined
    : t("contains {0}, which is not one of the choices", JSON.stringify(stranger));
}

function toKnown(items: ListSchema["items"]): readonly string[] | undefined {
  if (isUnknown(items)) return undefined;
  return items.type === "string" ? items.enum : items.anyOf.map((option) => option.const);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && item.length <= ANSWER_CHARS_MAX);
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value) || isTexts(value);
}
