// A caller's mistake, with the dialect's name of the field.
import type { ErrorCode, ParleyError } from "@parley/base";

/** From the hub's name of a field to the dialect's. Fields that are not listed have the same name. */
export type FieldNames = Readonly<Record<string, string>>;

export interface NamedProblem {
  /** With dots: `input.0.role`. */
  readonly field: string;
  /** The field, and what is wrong with it. */
  readonly message: string;
}

/** Errors about a field of the request. */
const NAMING: ReadonlySet<ErrorCode> = new Set(["bad_input", "idempotency_conflict"]);

/**
 * The hub puts the field before its message, as a JSON pointer: `/prompt/0/text: expected string`. Undefined if it
 * names none.
 */
export function nameField({ code, message }: ParleyError, names: FieldNames): NamedProblem | undefined {
  const [, pointer, problem] = (NAMING.has(code) && /^\/?([^\s:]+): (.*)$/s.exec(message)) || [];
  if (pointer === undefined || problem === undefined) return undefined;
  const [first = "", ...rest] = pointer.split("/");
  const field = [names[first] ?? first, ...rest].join(".");
  return { field, message: `${field}: ${problem}` };
}
