// Reads a request's query and body once, validated by the contract's schemas.
import { isObject, parseJson } from "@parley/base";
import type { Context } from "hono";
import type { ZodType } from "zod";
import type { ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import { check } from "../../operations/input/check.ts";
import { FieldError } from "../../operations/input/field-error.ts";

export async function readBody<Body>(context: Context<ServerEnv>, schema: ZodType<Body>): Promise<Body> {
  let value: unknown;
  try {
    // A missing body means an empty object: every field may be optional.
    value = await parseBody(context, (text) => (text.trim() === "" ? {} : parseJson(text)));
  } catch (cause) {
    throw notJson(cause);
  }
  return check(schema, value);
}

/** The lines of an exported session, as plain text or as a text in JSON. */
export function readLines<Body>(context: Context<ServerEnv>, schema: ZodType<Body>): Promise<Body> {
  const isJson = context.req.header("Content-Type")?.startsWith("application/json") === true;
  return parseBody(context, (text) => {
    const json = isJson ? readWrapped(text) : text;
    if (json.trim() === "") throw new FieldError("", "The body is empty; send the lines of an exported session.");
    return check(schema, { json });
  });
}

export function readQuery<Query>(context: Context<ServerEnv>, schema: ZodType<Query>): Query {
  return check(schema, context.req.query());
}

function readWrapped(text: string): string {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw notJson(cause);
  }
  const json = isObject(value) ? value["json"] : undefined;
  if (typeof json !== "string") throw new FieldError("json", "must be the lines of an exported session");
  return json;
}

function notJson(cause: unknown): FieldError {
  return new FieldError("", `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
}
