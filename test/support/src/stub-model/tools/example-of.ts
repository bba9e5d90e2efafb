// The smallest value that fits a JSON Schema: for arguments that a tool insists on, and for answers that must be JSON.
import { isObject } from "@parley/base";
import { SCHEMA_DEPTH_MAX } from "../limits.ts";

/** For a tool that insists on one; an agent that counts in seconds may have it too. */
const TIMEOUT_MS = 120_000;

type Schema = Readonly<Record<string, unknown>>;

/** `root` holds the definitions that a `$ref` points to. */
export function exampleOf(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > SCHEMA_DEPTH_MAX) return {};
  for (const given of ["const", "default"]) if (schema[given] !== undefined) return schema[given];
  if (Array.isArray(schema["enum"])) return (schema["enum"] as unknown[])[0];
  if (typeof schema["$ref"] === "string") return exampleOf(resolve(schema["$ref"], root), root, depth + 1);
  for (const choice of ["anyOf", "oneOf", "allOf"]) {
    const choices = schema[choice];
    if (Array.isArray(choices)) return exampleOf(choices[0], root, depth + 1);
  }
  return ofType(schema, root, depth);
}

function ofType(schema: Schema, root: unknown, depth: number): unknown {
  // Gemini writes its types in capitals.
  const type = String(Array.isArray(schema["type"]) ? schema["type"][0] : (schema["type"] ?? "object")).toLowerCase();
  switch (type) {
    case "string":
      return "stub";
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return false;
    case "null":
      return null;
    case "array": {
      const count = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
      return Array.from({ length: count }, () => exampleOf(schema["items"], root, depth + 1));
    }
    default:
      return fillRequired(schema, {}, root, depth);
  }
}

/** The value, with the required properties that it lacks. */
export function fillRequired(
  schema: Schema | undefined,
  value: Readonly<Record<string, unknown>>,
  root: unknown = schema,
  depth = 0,
): Record<string, unknown> {
  const properties = isObject(schema?.["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema?.["required"]) ? (schema["required"] as unknown[]) : [];
  const missing = required.filter((name): name is string => typeof name === "string" && !(name in value));
  const toExample = (name: string): unknown =>
    /timeout/i.test(name) ? longTimeout(properties[name]) : exampleOf(properties[name], root, depth + 1);
  return { ...value, ...Object.fromEntries(missing.map((name) => [name, toExample(name)])) };
}

/** The smallest number would end every command at once. */
function longTimeout(schema: unknown): number {
  return isObject(schema) && typeof schema["maximum"] === "number" ? schema["maximum"] : TIMEOUT_MS;
}

function resolve(reference: string, root: unknown): unknown {
  let found: unknown = root;
  for (const name of reference.replace(/^#\/?/, "").split("/")) {
    if (name === "") continue;
    found = isObject(found) ? found[name] : undefined;
  }
  return found;
}
