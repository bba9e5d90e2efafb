// Shapes → TypeScript types.
import { impossible, type Def, type Field, type Shape, type TaggedUnion } from "./shape.ts";

const HEADER = `// The types of the Agent Client Protocol, version 1. Made by \`npm run generate\`; do not edit.
import type { UnknownVariant } from "../unknown.ts";
`;

const UNKNOWN = "UnknownVariant";

export function emitTypes(defs: readonly Def[]): string {
  return [HEADER, ...defs.map(emitDef)].join("\n");
}

function emitDef({ name, doc, shape }: Def): string {
  const comment = doc ? `/** ${doc} */\n` : "";
  if (shape.is === "object") return `${comment}export interface ${name} ${block(shape.fields, "")}\n`;
  if (shape.is === "tagged") return `${comment}export type ${name} =${unionLines(variantTypes(shape))};\n`;
  return `${comment}export type ${name} = ${typeOf(shape)};\n`;
}

function typeOf(shape: Shape, indent = ""): string {
  switch (shape.is) {
    case "any":
      return "unknown";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return shape.is;
    case "integer":
      return "number";
    case "choice":
      // `string & {}` keeps the literals in completions.
      return [...shape.values.map(quote), ...(shape.open ? ["(string & {})"] : [])].join(" | ");
    case "ref":
      return shape.name;
    case "nullable":
      return `${typeOf(shape.inner, indent)} | null`;
    case "array":
      return `${operand(shape.item, indent)}[]`;
    case "map":
      return `{ [name: string]: ${typeOf(shape.value, indent)} }`;
    case "object":
      return shape.fields.length > 0 ? block(shape.fields, indent) : "object";
    case "all":
      return intersection(shape.parts, indent);
    case "tagged":
      return variantTypes(shape).join(" | ");
    case "either":
      return [...new Set(shape.options.map((option) => typeOf(option, indent)))].join(" | ");
    default:
      return impossible(shape);
  }
}

/** An unknown variant replaces the whole value, so it is an alternative to the intersection, not a part of it. */
function intersection(parts: readonly Shape[], indent: string): string {
  const tagged = parts.find((part) => part.is === "tagged");
  const own = parts.filter((part) => part !== tagged).map((part) => operand(part, indent));
  if (!tagged) return own.join(" & ");
  const known = variantTypes(tagged).filter((type) => type !== UNKNOWN);
  return `(${own.join(" & ")} & (${known.join(" | ")}))${keepsUnknown(tagged) ? ` | ${UNKNOWN}` : ""}`;
}

function variantTypes(union: TaggedUnion): readonly string[] {
  const { tag, variants, fallback } = union;
  const types = variants.map(({ value, shape }) => withTag(shape, `${tag}: ${quote(value)}`));
  if (fallback) {
    const word = fallback.name ? `${quote(fallback.name)} | ` : "";
    types.push(withTag(fallback.shape, `${tag}?: ${word}undefined`));
  }
  return keepsUnknown(union) ? [...types, UNKNOWN] : types;
}

function keepsUnknown({ fallback }: TaggedUnion): boolean {
  return !fallback?.takesUnknownTags;
}

function unionLines(types: readonly string[]): string {
  return types.map((type) => `\n  | ${type}`).join("");
}

function withTag(shape: Shape, tag: string): string {
  if (shape.is !== "object") return `(${operand(shape, "")} & { ${tag} })`;
  const fields = shape.fields.map((field) => fieldLine(field, ""));
  return `{ ${[tag, ...fields].join("; ")} }`;
}

function operand(shape: Shape, indent: string): string {
  const type = typeOf(shape, indent);
  return / [|&] /.test(type) && shape.is !== "object" ? `(${type})` : type;
}

function block(fields: readonly Field[], indent: string): string {
  if (fields.length === 0) return "{}";
  const inner = `${indent}  `;
  const lines = fields.map((field) => {
    const comment = field.doc && field.name !== "_meta" ? `${inner}/** ${field.doc} */\n` : "";
    return `${comment}${inner}${fieldLine(field, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function fieldLine({ name, shape, required }: Field, indent: string): string {
  const type = typeOf(shape, indent);
  const optional = shape.is === "any" ? type : `${type} | undefined`;
  return required ? `${name}: ${type}` : `${name}?: ${optional}`;
}

function quote(value: string): string {
  return JSON.stringify(value);
}
