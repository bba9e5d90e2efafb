// A prompt for one completion, and the pieces that all of them are made of.
import { isObject, type JsonObject } from "@parley/home";

export interface RenderedPrompt {
  readonly system: string;
  readonly prompt: string;
}

/** Why an answer is not what was asked for. */
export interface Unusable {
  readonly failed: string;
}

export { isObject, type JsonObject };

/** The first field that has a text, without the space round it; undefined if none has. */
export function textOf(object: JsonObject, fields: readonly string[], charsMax: number): string | undefined {
  for (const field of fields) {
    const value = object[field];
    if (typeof value === "string" && value.trim() !== "") return shorten(value.trim(), charsMax);
  }
  return undefined;
}

export function shorten(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The end of it: what came last matters most. */
export function keepEnd(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `…${text.slice(text.length - charsMax + 1).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/** Between marks that are not in the text, so that nothing in it can look like the end of it. */
export function quote(name: string, text: string): string {
  let tag = name;
  while (text.includes(`</${tag}`)) tag += "_";
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** For a file's name: small letters, digits and single hyphens. Undefined if nothing is left. */
export function toSlug(text: string, charsMax: number): string | undefined {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const slug = plain
    .slice(0, charsMax + 1)
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, charsMax)
    .replace(/-+$/, "");
  return slug === "" ? undefined : slug;
}
