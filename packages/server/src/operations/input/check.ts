// What a caller gave, checked by the schemas of the contract; a mistake names its field.
import type { ZodType } from "zod";
import { describeIssue } from "../../http/describe-issue.ts";
import { FieldError } from "./field-error.ts";

export function check<Value>(schema: ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { field, message } = describeIssue(result.error);
  throw new FieldError(field, message);
}
