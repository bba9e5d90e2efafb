// Reads fields that a client sent; errors name the field: `/tasks/2/description: expected a non-empty string`.
import { ParleyError, isObject, type JsonObject } from "@parley/base";

/** A value and its path, as a JSON pointer. */
export interface Field {
  readonly value: unknown;
  readonly path: string;
}

export function badField({ path }: Pick<Field, "path">, message: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${path === "" ? "/" : path}: ${message}`, cause });
}

/** The first of several spellings that is present. Null counts as absent. */
export function fieldOf(owner: Field, ...names: readonly [string, ...string[]]): Field {
  const object = readObject(owner);
  const name = names.find((one) => isGiven(object, one)) ?? names[0];
  return { value: isGiven(object, name) ? object[name] : undefined, path: `${owner.path}/${name}` };
}

function isGiven(object: JsonObject, name: string): boolean {
  return Object.hasOwn(object, name) && object[name] !== undefined && object[name] !== null;
}

export function readObject(field: Field): JsonObject {
  if (!isObject(field.value)) throw badField(field, "expected an object");
  return field.value;
}

/** Trimmed, and not empty. */
export function readText(field: Field, charsMax: number): string {
  const text = readOptionalText(field, charsMax);
  if (text === undefined) throw badField(field, "expected a non-empty string");
  return text;
}

export function readOptionalText(field: Field, charsMax: number): string | undefined {
  if (field.value === undefined) return undefined;
  if (typeof field.value !== "string") throw badField(field, "expected a string");
  if (field.value.length > charsMax) throw badField(field, `is longer than ${charsMax} characters`);
  const text = field.value.trim();
  return text === "" ? undefined : text;
}

/** An absent value is an empty list. */
export function readList({ value = [], path }: Field, itemsMax: number): readonly Field[] {
  if (!Array.isArray(value)) throw badField({ path }, "expected a list");
  if (value.length > itemsMax) throw badField({ path }, `has more than ${itemsMax} items`);
  return value.map((item: unknown, index) => ({ value: item, path: `${path}/${index}` }));
}

export function readOneOf<Word extends string>(field: Field, words: readonly Word[]): Word | undefined {
  if (field.value === undefined) return undefined;
  const word = words.find((one) => one === field.value);
  if (word === undefined) throw badField(field, `expected one of ${words.join(", ")}`);
  return word;
}
