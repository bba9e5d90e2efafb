// What a request brings, read once: its query and its body, by the schemas of the route.
import { parseJson } from "@parley/base";
import type { Context } from "hono";
import type { ZodType } from "zod";
import type { ServerEnv } from "../../../http/dialect.ts";
import { describeIssue } from "../../../http/describe-issue.ts";
import { parseBody } from "../../../http/read-body.ts";
import { FieldError } from "./field-error.ts";

export async function readBody<Body>(context: Context<ServerEnv>, schema: ZodType<Body>): Promise<Body> {
  let value: unknown;
  try {
    // A missing body means an empty object: every field may be optional.
    value = await parseBody(context, (text) => (text.trim() === "" ? {} : parseJson(text)));
  } catch (cause) {
    throw new FieldError("", `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return check(schema, value);
}

export function readQuery<Query>(context: Context<ServerEnv>, schema: ZodType<Query>): Query {
  return check(schema, context.req.query());
}

function check<Value>(schema: ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { field, message } = describeIssue(result.error);
  throw new FieldError(field, message);
}
