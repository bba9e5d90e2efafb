// Finds keys that a JSON Schema does not define, each with the most similar known name.
import { findNearestName, isObject, type JsonObject } from "@parley/base";
import { UNKNOWN_KEYS_MAX } from "../limits.ts";

export interface UnknownKey {
  /** `agents.mine.comand`, `hooks[0].tool`. */
  readonly path: string;
  readonly nearest: string | undefined;
}

export function findUnknownKeys(value: unknown, schema: JsonObject): readonly UnknownKey[] {
  const found: UnknownKey[] = [];
  collect(value, [schema], "", found);
  return found;
}

export function describeUnknownKey({ path, nearest }: UnknownKey): string {
  return `unknown setting ${JSON.stringify(path)}${nearest === undefined ? "" : ` (did you mean ${JSON.stringify(nearest)}?)`}`;
}

/** `schemas`: all that may apply here. A key is unknown if none of them defines it. */
function collect(value: unknown, schemas: readonly JsonObject[], path: string, found: UnknownKey[]): void {
  const all = schemas.flatMap(withAlternatives);
  if (Array.isArray(value)) {
    const items = all.map(({ items: each }) => each).filter(isObject);
    for (const [index, item] of value.entries()) collect(item, items, `${path}[${index}]`, found);
    return;
  }
  const tables = all.filter(
    ({ properties, additionalProperties }) => isObject(properties) || isObject(additionalProperties),
  );
  if (!isObject(value) || tables.length === 0) return;
  for (const [key, inner] of Object.entries(value)) {
    if (found.length >= UNKNOWN_KEYS_MAX) return;
    const place = path === "" ? key : `${path}.${key}`;
    const known = tables.flatMap((table) => schemaOf(table, key));
    if (known.length > 0) collect(inner, known, place, found);
    else if (tables.some(({ additionalProperties }) => additionalProperties === false)) {
      found.push({ path: place, nearest: findNearestName(key, tables.flatMap(namesOf)) });
    }
  }
}

function withAlternatives(schema: JsonObject): readonly JsonObject[] {
  const { anyOf } = schema;
  return [schema, ...(Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap(withAlternatives) : [])];
}

function schemaOf({ properties, additionalProperties }: JsonObject, key: string): readonly JsonObject[] {
  if (isObject(properties) && Object.hasOwn(properties, key)) return [properties[key]].filter(isObject);
  return isObject(additionalProperties) ? [additionalProperties] : [];
}

function namesOf({ properties }: JsonObject): readonly string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}
