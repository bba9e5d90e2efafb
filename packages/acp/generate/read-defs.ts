// JSON Schema → shapes: one function per construct that the protocol's schema uses.
import { firstSentence } from "./doc.ts";
import { refName, type Defs, type JsonSchema } from "./json-schema.ts";
import { readTagged } from "./read-tagged.ts";
import type { Def, Field, Shape } from "./shape.ts";

export function readDefs(defs: Defs): readonly Def[] {
  const closed = closedChoices(defs);
  return Object.entries(defs).map(([name, schema]) => ({
    name,
    doc: firstSentence(schema.description),
    shape: closed.has(name) ? closeChoice(readShape(schema)) : readShape(schema),
    method: schema["x-method"],
    isEnvelope: schema["x-docs-ignore"] === true,
  }));
}

function readShape(schema: JsonSchema): Shape {
  const options = schema.oneOf ?? schema.anyOf;
  if (schema.properties || schema.type === "object") return readObject(schema, options);
  if (options) return readUnion(options);
  const ref = refName(schema);
  if (ref) return { is: "ref", name: ref };
  if (schema.type === undefined) return { is: "any" };
  return readTyped(schema, schema.type);
}

function readTyped(schema: JsonSchema, type: string | readonly string[]): Shape {
  if (typeof type !== "string") {
    const [inner, ...rest] = type.filter((one) => one !== "null");
    if (inner === undefined || rest.length > 0) throw new Error(`Unexpected type list: ${type.join()}`);
    return { is: "nullable", inner: readTyped(schema, inner) };
  }
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return { is: type };
    case "integer":
      return readInteger(schema);
    case "array":
      return {
        is: "array",
        item: readShape(schema.items ?? {}),
        skipInvalid: schema["x-deserialize-skip-invalid-items"] === true,
      };
    case "object":
      return readObject(schema, undefined);
    default:
      throw new Error(`Unknown type: ${type}`);
  }
}

/** JSON numbers are exact only up to 2^53, so the 64-bit formats have no bounds. */
function readInteger(schema: JsonSchema): Shape {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(schema.format ?? "int64") ?? [];
  const size = 2 ** Number(bits ?? 64);
  const [low, high] = unsigned ? [0, size - 1] : [-size / 2, size / 2 - 1];
  const isWide = size > Number.MAX_SAFE_INTEGER;
  return {
    is: "integer",
    min: Math.max(schema.minimum ?? -Infinity, isWide && !unsigned ? -Infinity : low),
    max: Math.min(schema.maximum ?? Infinity, isWide ? Infinity : high),
  };
}

function readObject(schema: JsonSchema, options: readonly JsonSchema[] | undefined): Shape {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties && typeof additionalProperties === "object") {
    return { is: "map", value: readShape(additionalProperties) };
  }
  if (!properties && additionalProperties === true) return { is: "map", value: { is: "any" } };
  const fields = Object.entries(properties ?? {}).map(([name, field]) =>
    readField(name, field, required.includes(name)),
  );
  const parts: Shape[] = [{ is: "object", fields }];
  for (const part of schema.allOf ?? []) parts.push(readShape(part));
  if (options) parts.push(readUnion(options));
  const telling = parts.filter((part) => part.is !== "object" || part.fields.length > 0);
  return telling.length > 1 ? { is: "all", parts: telling } : (telling[0] ?? { is: "object", fields: [] });
}

function readField(name: string, schema: JsonSchema, required: boolean): Field {
  const shape = readShape(schema);
  return {
    name,
    doc: firstSentence(schema.description),
    shape,
    required,
    defaultOnError: schema["x-deserialize-default-on-error"] === true,
    defaultOnNull: schema["x-deserialize-default-on-null"] === true,
    // A required list without a default of its own becomes an empty one, as in the reference implementation.
    fallback: schema.default ?? (required && shape.is === "array" ? [] : undefined),
  };
}

function readUnion(options: readonly JsonSchema[]): Shape {
  const tagged = readTagged(options, readShape);
  if (tagged) return tagged;
  const values = options.map((option) => option.const).filter((value) => typeof value === "string");
  if (values.length > 0) return { is: "choice", values, open: true };
  // Named numbers (error codes): any other integer is allowed, too.
  if (options.some((option) => typeof option.const === "number")) {
    const other = options.find((option) => option.const === undefined);
    if (other) return readShape(other);
  }
  if (options.length === 2 && options[1]?.type === "null" && options[0]) {
    return { is: "nullable", inner: readShape(options[0]) };
  }
  const shapes = options.map(readShape);
  return shapes.length === 1 && shapes[0] ? shapes[0] : { is: "either", options: shapes };
}

/**
 * The string enums that may stay closed, because every use defines how to handle an unknown value (the field's default,
 * or the list without the item). All others are decoded as open, so that no value is lost.
 */
function closedChoices(defs: Defs): ReadonlySet<string> {
  const closed = new Set<string>();
  const open = new Set<string>();
  const visit = (schema: JsonSchema, isForgiven: boolean): void => {
    const name = schema.$ref?.slice("#/$defs/".length);
    if (name) (isForgiven ? closed : open).add(name);
    const forgiven = isForgiven || schema["x-deserialize-default-on-error"] === true;
    const skips = schema["x-deserialize-skip-invalid-items"] === true;
    for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
      visit(part, forgiven);
    if (schema.items) visit(schema.items, skips || forgiven);
    for (const field of Object.values(schema.properties ?? {})) visit(field, false);
    if (typeof schema.additionalProperties === "object") visit(schema.additionalProperties, false);
  };
  for (const schema of Object.values(defs)) visit(schema, false);
  return new Set([...closed].filter((name) => !open.has(name) && !hasOther(defs[name])));
}

/** The enum itself allows other strings. */
function hasOther(schema: JsonSchema | undefined): boolean {
  return (schema?.anyOf ?? []).some((option) => option.const === undefined);
}

function closeChoice(shape: Shape): Shape {
  return shape.is === "choice" ? { ...shape, open: false } : shape;
}
