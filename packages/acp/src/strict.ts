// Strict validation against the schema, for tests, conformance checks and reports of what a peer got wrong.
import type { Decoded } from "./generated/decode.ts";
import { validators } from "./generated/strict.js";

export type ValidationResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

export interface ValidationError {
  /** JSON pointer; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** Validates a value as the def of that name. The value is not changed. */
export function validate(name: keyof Decoded, value: unknown): ValidationResult {
  const validator = validators[name];
  if (validator(value)) return { ok: true };
  const errors = validator.errors ?? [];
  return {
    ok: false,
    errors: errors.map(({ instancePath, message = "is invalid" }) => ({ path: instancePath, message })),
  };
}
