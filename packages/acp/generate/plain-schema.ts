// The schema in terms that every JSON Schema validator understands: formats become bounds and patterns.
import { refName, type Defs, type JsonSchema } from "./json-schema.ts";

/** Keywords that do not affect validity; `unevaluatedProperties` occurs only as `true`. */
const IDLE = new Set(["description", "title", "default", "unevaluatedProperties"]);

const FORMATS: Readonly<Record<string, JsonSchema & { readonly pattern?: string }>> = {
  uint16: { minimum: 0, maximum: 0xffff },
  uint32: { minimum: 0, maximum: 0xffff_ffff },
  int32: { minimum: -0x8000_0000, maximum: 0x7fff_ffff },
  // JSON numbers are not exact in this range, so the type's bounds are meaningless.
  uint64: { minimum: 0 },
  int64: {},
  double: {},
  uri: { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:" },
};

/** One schema per def, with the def's name as its id: a def that many refer to is then compiled once. */
export function toPlainSchemas(defs: Defs): readonly object[] {
  return Object.entries(defs).map(([name, schema]) => ({ $id: name, ...plain(schema) }));
}

function plain(schema: JsonSchema): object {
  const { format, properties, $ref, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key]) => !key.startsWith("x-") && !IDLE.has(key));
  const bounds = format === undefined ? {} : FORMATS[format];
  if (!bounds) throw new Error(`Unknown format: ${format}`);
  return {
    ...($ref && { $ref: refName(schema) }),
    // With a discriminator, ajv only checks objects and accepts everything else.
    ...("discriminator" in schema && { type: "object" }),
    ...bounds,
    ...mapEntries(Object.fromEntries(kept), plainValue),
    ...(properties && { properties: mapEntries(properties, plain) }),
  };
}

/** The value of a keyword: schemas, lists of schemas, or something else that stays unchanged. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === "object" && value !== null ? plain(value) : value;
}

function mapEntries<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
