// Walks a value along its schema and shows every field with what the schema says about it.
import { isObject } from "@parley/base";
import { defs, resolveRef, type Schema } from "./schema.ts";

export interface Field {
  /** JSON pointer. */
  readonly path: string;
  readonly value: unknown;
  /** What the schema says about the field; nothing if it does not name it. */
  readonly schemas: readonly Schema[];
}

/** Fields below `_meta`, and where the schema allows any, are not shown. */
export function walkFields(defName: string, value: unknown, show: (field: Field) => void): void {
  const schema = defs[defName];
  if (schema !== undefined) visit([schema], value, "", show);
}

function visit(schemas: readonly Schema[], value: unknown, path: string, show: (field: Field) => void): void {
  const applicable = schemas.flatMap((schema) => select(schema, value));
  if (Array.isArray(value)) {
    const items = applicable.flatMap((schema) => schema.items ?? []);
    for (const [index, item] of value.entries()) visit(items, item, `${path}/${index}`, show);
    return;
  }
  if (!isObject(value) || isOpen(applicable)) return;
  for (const [key, inner] of Object.entries(value)) {
    const field = {
      path: `${path}/${key}`,
      value: inner,
      schemas: applicable.flatMap((one) => one.properties?.[key] ?? []),
    };
    show(field);
    if (key !== "_meta") visit(field.schemas, inner, field.path, show);
  }
}

/** The parts of a schema that speak of this value: of a union, the variants whose tag it has. */
function select(schema: Schema, value: unknown): Schema[] {
  const resolved = resolveRef(schema);
  if (!fitsTag(resolved, value)) return [];
  const { allOf = [], anyOf = [], oneOf = [], ...own } = resolved;
  return [own, ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => select(part, value))];
}

function fitsTag({ properties = {} }: Schema, value: unknown): boolean {
  return Object.entries(properties).every(
    ([key, { const: tag }]) => tag === undefined || (isObject(value) && value[key] === tag),
  );
}

/** Nothing is said about the fields at all, or any are allowed. */
function isOpen(schemas: readonly Schema[]): boolean {
  const says = schemas.filter(({ properties }) => properties !== undefined);
  return says.length === 0 || schemas.some(({ additionalProperties: extra }) => extra !== undefined && extra !== false);
}
