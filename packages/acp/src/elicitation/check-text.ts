// Checks a text in a form: length, format, choices, pattern.
import { t } from "@parley/base";
import type { StringFormat, StringPropertySchema } from "../generated/types.ts";
import { ANSWER_CHARS_MAX } from "../limits.ts";

/** Patterns come from the agent and may take forever, so trying one needs a time limit that not every platform has. */
export type MatchesPattern = (pattern: string, text: string) => boolean;

interface Format {
  readonly toProblem: () => string;
  readonly fits: (text: string) => boolean;
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const FORMATS: Readonly<Partial<Record<StringFormat, Format>>> = {
  email: { toProblem: () => t("must be an e-mail address"), fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  uri: { toProblem: () => t("must be a URL (https://…)"), fits: (text) => URL.canParse(text) },
  date: { toProblem: () => t("must be a date (2026-01-31)"), fits: (text) => DATE.test(text) && isDay(text) },
  "date-time": {
    toProblem: () => t("must be a date with a time (2026-01-31T12:00:00Z)"),
    fits: (text) =>
      DATE_TIME.test(text) && isDay(text.slice(0, "2026-01-31".length)) && !Number.isNaN(Date.parse(text)),
  },
};

export function checkText(
  schema: StringPropertySchema,
  text: string,
  matchesPattern: MatchesPattern = () => true,
): string | undefined {
  const { minLength, maxLength, format, pattern } = schema;
  if (text.length > ANSWER_CHARS_MAX) return t("must be at most {0} characters", ANSWER_CHARS_MAX);
  const length = Array.from(text).length;
  if (typeof minLength === "number" && length < minLength) return t("must be at least {0} characters", minLength);
  if (typeof maxLength === "number" && length > maxLength) return t("must be at most {0} characters", maxLength);
  const choices = schema.enum ?? schema.oneOf?.map((option) => option.const);
  if (choices !== undefined && !choices.includes(text)) return t("must be one of {0}", choices.join(", "));
  const known = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined && !known.fits(text)) return known.toProblem();
  return typeof pattern === "string" && !matchesPattern(pattern, text) ? t("must match {0}", pattern) : undefined;
}

/** `2026-02-31` is not a valid day. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
