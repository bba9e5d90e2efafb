// What is in credentials.json. Errors never quote it: every character of it may belong to a key.
import { isObject, parseObject, type JsonObject } from "@parley/base";
import { SECRET_CHARS_MAX } from "./limits.ts";

export const CREDENTIALS_VERSION = 1;

/** By the names of the variables that they stand for. */
export type CredentialValues = Readonly<Record<string, string>>;

/** Entries that are not understood are kept as they are: they may be a newer version's. */
export interface CredentialsFile {
  readonly version: number;
  readonly credentials: JsonObject;
}

export function emptyFile(): CredentialsFile {
  return { version: CREDENTIALS_VERSION, credentials: {} };
}

export function parseCredentials(text: string): { readonly file: CredentialsFile } | { readonly damage: string } {
  const file = parseObject(text);
  if (file === undefined) return { damage: "is no JSON object" };
  const { version, credentials } = file;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) return { damage: "has no version" };
  if (!isObject(credentials)) return { damage: "has no credentials" };
  return { file: { ...file, version, credentials: withoutPrototype(credentials) } };
}

/** Undefined for what is no entry of ours. */
export function valuesOf(entry: unknown): CredentialValues | undefined {
  if (!isObject(entry) || !isObject(entry["values"])) return undefined;
  const texts = Object.entries(entry["values"]).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return texts.length === 0 ? undefined : withoutPrototype(Object.fromEntries(texts));
}

/** So that `constructor` and the like are no entries. */
function withoutPrototype<Fields extends JsonObject>(fields: Fields): Fields {
  return Object.assign(Object.create(null) as Fields, fields);
}

/** They become headers of requests: what cannot be in one is no key, and might be another header. */
export function isSecretValue(value: unknown): value is string {
  return typeof value === "string" && value.length <= SECRET_CHARS_MAX && /^[\u0021-\u007E]+$/.test(value);
}
