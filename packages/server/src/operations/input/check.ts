// Validates a caller's input with the contract's schemas; an error names the field.
import type { ZodType } from "zod";
import { describeIssue } from "../../http/describe-issue.ts";
import { FieldError } from "./field-error.ts";

export function check<Value>(schema: ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { field, message } = describeIssue(result.error, value);
  throw new FieldError(field, message);
}
