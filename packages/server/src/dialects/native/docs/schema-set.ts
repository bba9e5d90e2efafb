// Zod schemas as JSON Schema, the named ones once under `components/schemas`.
import { z, type ZodType } from "zod";

export interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly [keyword: string]: unknown;
}

export interface SchemaSet {
  /** A reference if the schema has an `id`, itself otherwise. */
  add(schema: ZodType): JsonSchema;
  named(): Readonly<Record<string, JsonSchema>>;
}

export function createSchemaSet(): SchemaSet {
  const named: Record<string, JsonSchema> = {};
  return {
    add(schema) {
      // Zod writes a schema as a reference only within another one.
      const text = JSON.stringify(z.toJSONSchema(z.object({ schema }), { io: "input", override }));
      const { properties, $defs = {} } = JSON.parse(
        text.replaceAll('"#/$defs/', '"#/components/schemas/'),
      ) as JsonSchema;
      Object.assign(named, $defs);
      return properties?.["schema"] ?? {};
    },
    named: () => named,
  };
}

/** Removes unneeded additions of zod, and writes a single value as `enum`, which more generators support. */
function override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.propertyNames;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.const === undefined) return;
  jsonSchema.enum = [jsonSchema.const];
  delete jsonSchema.const;
}
