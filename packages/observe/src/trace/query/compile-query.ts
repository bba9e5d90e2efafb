// A query → a test for frames.
import { queryError } from "./query-text.ts";
import type { Condition, Operator } from "./parse-query.ts";
import { unitOf, valuesOf, type FieldUnit, type QueryFrame } from "./query-fields.ts";

export type FrameTest = (frame: QueryFrame) => boolean;

/** Throws `usage` if a value has the wrong type for its field. */
export function compileQuery(condition: Condition | undefined): FrameTest {
  if (condition === undefined) return () => true;
  switch (condition.type) {
    case "and": {
      const tests = condition.parts.map(compileQuery);
      return (frame) => tests.every((test) => test(frame));
    }
    case "or": {
      const tests = condition.parts.map(compileQuery);
      return (frame) => tests.some((test) => test(frame));
    }
    case "not": {
      const test = compileQuery(condition.part);
      return (frame) => !test(frame);
    }
    case "has":
      return (frame) => valuesOf(condition.field, frame).length > 0;
    case "compare":
      return compileComparison(condition.field, condition.operator, condition.value);
  }
}

/** A missing value is unequal to everything, and never smaller. */
function compileComparison(field: string, operator: Operator, value: string): FrameTest {
  if (operator === "!=" || operator === "!~") {
    const test = compileComparison(field, operator === "!=" ? "=" : "~", value);
    return (frame) => !test(frame);
  }
  if (operator === "~") {
    const part = value.toLowerCase();
    return (frame) => valuesOf(field, frame).some((found) => toText(found).toLowerCase().includes(part));
  }
  const unit = unitOf(field);
  if (unit === "text") return compileText(field, operator, value);
  const read = readUnit(unit, field, operator, value);
  return (frame) => {
    const limit = read(frame);
    return valuesOf(field, frame).some(
      (found) => typeof found === "number" && limit !== undefined && holds(found - limit, operator),
    );
  };
}

function compileText(field: string, operator: Operator, value: string): FrameTest {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  return (frame) =>
    valuesOf(field, frame).some((found) => {
      if (operator === "=") return toText(found) === value || (typeof found === "number" && found === number);
      if (typeof found === "number" && !Number.isNaN(number)) return holds(found - number, operator);
      // Numbers and texts cannot be compared.
      return typeof found === "string" && holds(found < value ? -1 : found > value ? 1 : 0, operator);
    });
}

function holds(difference: number, operator: Operator): boolean {
  switch (operator) {
    case "=":
      return difference === 0;
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case ">":
      return difference > 0;
    case ">=":
      return difference >= 0;
    case "!=":
    case "~":
    case "!~":
      return false;
  }
}

type ReadValue = (frame: QueryFrame) => number | undefined;

const SIZES: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 1_024, mb: 1_024 ** 2, gb: 1_024 ** 3 };
const DURATIONS: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function readUnit(unit: Exclude<FieldUnit, "text">, field: string, operator: Operator, value: string): ReadValue {
  const fail = (expected: string): Error => {
    const shown = `${field}${operator}${value}`;
    return queryError(
      shown,
      field.length + operator.length,
      `${field} cannot be compared with ${value}; expected ${expected}`,
    );
  };
  const number = unit === "time" ? readTime(value) : toConstant(readAmount(value, unit === "size" ? SIZES : DURATIONS));
  if (number !== undefined) return number;
  if (unit === "size") throw fail("a size such as 500, 10kb or 1mb");
  throw fail(
    unit === "duration"
      ? "a time such as 500ms or 2s"
      : "a time such as 2026-11-15T10:00:00Z, or +90s after the first frame",
  );
}

function toConstant(value: number | undefined): ReadValue | undefined {
  return value === undefined ? undefined : () => value;
}

function readTime(value: string): ReadValue | undefined {
  if (value.startsWith("+")) {
    const since = readAmount(value.slice(1), DURATIONS);
    return since === undefined ? undefined : ({ startMs }) => (startMs === undefined ? undefined : startMs + since);
  }
  const atMs = /^\d{13}$/.test(value) ? Number(value) : Date.parse(value);
  return toConstant(Number.isNaN(atMs) ? undefined : atMs);
}

const AMOUNT = /(\d+(?:\.\d+)?)([a-z]*)/gi;

/** `1m30s` is 90 seconds. */
function readAmount(value: string, units: Readonly<Record<string, number>>): number | undefined {
  if (value === "" || value.replaceAll(AMOUNT, "") !== "") return undefined;
  let sum = 0;
  for (const [, amount, unit = ""] of value.matchAll(AMOUNT)) {
    const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
    if (factor === undefined) return undefined;
    sum += Number(amount) * factor;
  }
  return sum;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
