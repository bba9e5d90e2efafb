// Random valid values, made from the schema itself and not from the shapes, so that both are checked against each other.
import * as fc from "fast-check";
import type { Defs, JsonSchema } from "../json-schema.ts";

type Value = fc.Arbitrary<unknown>;

const OBJECT_KEY = fc.string({ maxLength: 8 }).filter((key) => key !== "__proto__");

/** Values that are valid as the def of that name. */
export function arbitraryDef(defs: Defs, name: string): Value {
  const schema = defs[name];
  if (!schema) throw new Error(`No def ${name}`);
  return arbitrary(defs, schema);
}

export function arbitrary(defs: Defs, schema: JsonSchema): Value {
  if (schema.$ref) return arbitraryDef(defs, schema.$ref.slice("#/$defs/".length));
  if (schema.const !== undefined) return fc.constant(schema.const);
  const parts: Value[] = [];
  if (schema.type === "object") parts.push(arbitraryObject(defs, schema));
  else if (schema.type !== undefined) parts.push(arbitraryTyped(defs, schema, schema.type));
  for (const part of schema.allOf ?? []) parts.push(arbitrary(defs, part));
  const options = (schema.oneOf ?? schema.anyOf ?? []).filter((option) => !isCatchAll(option));
  if (options.length > 0) parts.push(fc.oneof(...options.map((option) => arbitrary(defs, option))));
  const [first, ...others] = parts;
  if (!first) return fc.jsonValue({ maxDepth: 2 });
  return others.length > 0
    ? fc.tuple(first, ...others).map((values) => Object.assign({}, ...values) as unknown)
    : first;
}

/** The schema's own catch-all variants: such values decode to unknown variants. */
function isCatchAll(option: JsonSchema): boolean {
  return option.title === "other" && option.type === "object";
}

function arbitraryTyped(defs: Defs, schema: JsonSchema, type: string | readonly string[]): Value {
  if (typeof type !== "string") return fc.oneof(...type.map((one) => arbitraryTyped(defs, schema, one)));
  switch (type) {
    case "string":
      return schema.format === "uri" ? fc.webUrl() : fc.string({ minLength: schema.minLength ?? 0, maxLength: 12 });
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 100_000 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitrary(defs, schema.items ?? {}), { maxLength: 3 });
    case "object":
      return arbitraryObject(defs, schema);
    default:
      throw new Error(`Unknown type: ${type}`);
  }
}

function arbitraryObject(defs: Defs, { properties, required = [], additionalProperties }: JsonSchema): Value {
  if (!properties && additionalProperties !== undefined) {
    const values = typeof additionalProperties === "object" ? arbitrary(defs, additionalProperties) : fc.jsonValue();
    return fc.dictionary(OBJECT_KEY, values, { maxKeys: 3, noNullPrototype: true });
  }
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, arbitrary(defs, field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}
