// Small decoders for the fields of session events that are not from the protocol.
import { isObject, isTime } from "@parley/base";
import type { Decoder, DecodeResult } from "./decode-trail.ts";

type Decoders<T> = { readonly [F in keyof T]-?: Decoder<T[F]> };

export const text: Decoder<string> = (value) => (typeof value === "string" ? good(value) : wrong("", "string"));

export const number: Decoder<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? good(value) : wrong("", "number");

export const time: Decoder<number> = (value) =>
  isTime(value) ? good(value) : wrong("", "time in milliseconds since the epoch");

export const count: Decoder<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? good(value as number) : wrong("", "integer, 0 or more");

export const flag: Decoder<boolean> = (value) => (typeof value === "boolean" ? good(value) : wrong("", "boolean"));

/** Absent counts as null. */
export function nullable<T>(decode: Decoder<T>): Decoder<T | null> {
  return (value) => (value === undefined || value === null ? good(null) : decode(value));
}

/** Null counts as absent. */
export function optional<T>(decode: Decoder<T>): Decoder<T | undefined> {
  return (value) => (value === undefined || value === null ? good(undefined) : decode(value));
}

export function listOf<T>(decode: Decoder<T>): Decoder<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return wrong("", "array");
    const list: unknown[] = value;
    const repairs: string[] = [];
    for (const [index, item] of list.entries()) {
      const result = decode(item);
      if (!result.ok) return wrongAt(`/${index}`, result);
      list[index] = result.value;
      for (const path of result.repairs) repairs.push(`/${index}${path}`);
    }
    return { ok: true, value: list as T[], repairs };
  };
}

/** An object with these fields; other fields are kept. */
export function fieldsOf<T extends object>(decoders: Decoders<T>): Decoder<T> {
  const names = Object.keys(decoders) as (keyof T & string)[];
  return (value) => {
    if (!isObject(value)) return wrong("", "object");
    const repairs: string[] = [];
    for (const name of names) {
      const result = decoders[name](value[name]);
      if (!result.ok) return wrongAt(`/${name}`, result);
      if (result.value === undefined) delete value[name];
      else value[name] = result.value;
      for (const path of result.repairs) repairs.push(`/${name}${path}`);
    }
    return { ok: true, value: value as T, repairs };
  };
}

export function good<T>(value: T): DecodeResult<T> {
  return { ok: true, value, repairs: [] };
}

export function wrong(path: string, expected: string): DecodeResult<never> {
  const message = path === "" ? `expected ${expected}` : `${path}: expected ${expected}`;
  return { ok: false, error: { path, expected, message } };
}

function wrongAt(key: string, { error }: Extract<DecodeResult<unknown>, { ok: false }>): DecodeResult<never> {
  return wrong(key + error.path, error.expected);
}
