// Conversions for the aliases that are another form, not only another name. None of them runs on a valid message.
import { isObject } from "./decode-primitives.ts";
import type { Fields } from "./decode-trail.ts";

/** Deeper than any def that is copied; a bound, because a peer decides how deep its message is. */
const CLONE_DEPTH_MAX = 16;

/** The conversions by name, as the alias table and the generated decoders use them. */
export interface Reshape {
  /** Value → value of the form that the schema wants; what cannot be converted comes back as it was. */
  readonly form: {
    toVersion(text: string): number;
    toTextBlock(text: string): Fields;
    toNameValueList(map: Fields): Fields[];
    toMap(list: readonly unknown[]): unknown;
  };
  /** Changes an object in place, and says whether it did. */
  readonly object: {
    unfoldResource(fields: Fields): boolean;
    unfoldTransport(fields: Fields): boolean;
    gatherUpdate(fields: Fields): boolean;
  };
}

/** Gives a field the name that the schema has for it. */
export function rename(fields: Fields, from: string, to: string): void {
  if (fields[from] === undefined) return;
  fields[to] = fields[from];
  delete fields[from];
}

/** As `rename`, but the other field stays, untouched by what decoding does to this one. */
export function copy(fields: Fields, from: string, to: string): void {
  if (fields[from] !== undefined) fields[to] = clone(fields[from], CLONE_DEPTH_MAX);
}

/** Takes a field out of an object that it should not be wrapped in. */
export function lift(fields: Fields, from: string, inner: string, to: string): void {
  const wrapping = fields[from];
  if (isObject(wrapping) && wrapping[inner] !== undefined) fields[to] = wrapping[inner];
}

/** Protocol versions were dates once; those are all before version 2. */
export function toVersion(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : 1;
}

export function toTextBlock(text: string): Fields {
  return { type: "text", text };
}

export function toNameValueList(map: Fields): Fields[] {
  return Object.entries(map).map(([name, value]) => ({ name, value }));
}

export function toMap(list: readonly unknown[]): unknown {
  const entries: [string, unknown][] = [];
  for (const item of list) {
    if (!isObject(item) || typeof item["name"] !== "string") return list;
    entries.push([item["name"], item["value"]]);
  }
  return Object.fromEntries(entries);
}

/** `{text: {uri, text}}` → `{uri, text}`, and the same for `blob`. */
export function unfoldResource(fields: Fields): boolean {
  return unfold(fields, "text") || unfold(fields, "blob");
}

/** `{name, transport: {type, command}}` → `{name, type, command}`. */
export function unfoldTransport(fields: Fields): boolean {
  return unfold(fields, "transport");
}

/** The update of a `session/update` whose params hold it under `sessionUpdate`, or lie flat. */
export function gatherUpdate(fields: Fields): boolean {
  if (fields["update"] !== undefined) return false;
  const { sessionId: _sessionId, _meta, ...flat } = fields;
  const { sessionUpdate } = flat;
  const isNested = isObject(sessionUpdate);
  if (!isNested && typeof sessionUpdate !== "string") return false;
  for (const name of isNested ? ["sessionUpdate"] : Object.keys(flat)) delete fields[name];
  fields["update"] = isNested ? sessionUpdate : flat;
  return true;
}

/** What lies below the depth is used by both: decoders do not reach it. */
function clone(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => clone(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clone(item, depth - 1)]));
}

function unfold(fields: Fields, name: string): boolean {
  const inner = fields[name];
  if (!isObject(inner)) return false;
  delete fields[name];
  for (const [key, value] of Object.entries(inner)) {
    // Defined, not assigned: a key `__proto__` must not become the prototype.
    Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return true;
}
