// Reads an operation's params from one object, as in ACP: path parameters, query and body together.
import { isObject } from "@parley/base";
import type { Operation } from "@parley/contract";
import type { ZodObject } from "zod";
import { check } from "./check.ts";
import { FieldError } from "./field-error.ts";

type Fields = Readonly<Record<string, unknown>>;

export function readParams({ path, query, body }: Operation, given: unknown): Fields {
  if (given !== undefined && given !== null && !isObject(given)) throw new FieldError("params", "must be an object");
  const { _meta, ...fields }: Fields = given ?? {};
  const own = readPath(path, fields);
  const rest = without(fields, Object.keys(own));
  const asked = query === undefined ? {} : (check(query, rest) as Fields);
  // Query fields are removed from the body, so that an error never names a field of the wrong one.
  const names = Object.keys((query as ZodObject | undefined)?.shape ?? {});
  const content = body === undefined ? {} : (check(body, without(rest, names)) as Fields);
  return { ...content, ...asked, ...own };
}

/** The names in a path: `id` of `/sessions/{id}`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function readPath(path: string, fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pathNames(path).map((name) => {
      const value = fields[name];
      if (value === undefined || value === null || value === "") throw new FieldError(name, "is required");
      if (typeof value !== "string") throw new FieldError(name, "must be a string");
      return [name, value];
    }),
  );
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
