// Unions with a tag: `oneOf` with a discriminator, or `anyOf` of objects that each fix the same field.
import type { JsonSchema } from "./json-schema.ts";
import type { Shape, TaggedUnion, Variant } from "./shape.ts";

export function readTagged(
  options: readonly JsonSchema[],
  readShape: (schema: JsonSchema) => Shape,
): TaggedUnion | undefined {
  const tag = options.map(tagOf).find((name) => name !== undefined);
  if (tag === undefined) return undefined;
  const variants: Variant[] = [];
  // An unknown tag is kept as such, which is what the schema's own catch-all variant is for.
  const hasCatchAll = options.some((option) => option.title === "other");
  let fallback: TaggedUnion["fallback"];
  for (const option of options) {
    const value = option.properties?.[tag]?.const;
    if (typeof value === "string") {
      variants.push({ value, shape: readShape(withoutField(option, tag)) });
    } else if (option.title !== "other") {
      fallback = {
        ...(!hasCatchAll && option.title && { name: option.title }),
        shape: readShape(option),
        // The schema states this only in its prose.
        takesUnknownTags: option.description?.includes(`Unknown \`${tag}\`\nvalues`) === true,
      };
    }
  }
  return { is: "tagged", tag, variants, ...(fallback && { fallback }) };
}

function tagOf(option: JsonSchema): string | undefined {
  return option.required?.find((name) => typeof option.properties?.[name]?.const === "string");
}

function withoutField(schema: JsonSchema, tag: string): JsonSchema {
  const { [tag]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== tag) };
}
