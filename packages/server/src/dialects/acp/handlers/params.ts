// Fields of the params of our own methods.
import { isObject, ParleyError } from "@parley/base";

export function readText(params: unknown, field: string): string {
  const value = isObject(params) ? params[field] : undefined;
  if (typeof value !== "string" || value === "") throw wrongField(field, "a non-empty string");
  return value;
}

export function readCount(params: unknown, field: string): number | undefined {
  const value = isObject(params) ? params[field] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrongField(field, "a whole number");
  return value;
}

export function wrongField(field: string, expected: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${field}: must be ${expected}` });
}
