// The format of credentials.json. Errors never quote its content, which may be part of a key.
import { isObject, parseObject, type JsonObject } from "@parley/base";
import { SECRET_CHARS_MAX } from "../limits.ts";

export const CREDENTIALS_VERSION = 1;

/** By the name of the corresponding variable. */
export type CredentialValues = Readonly<Record<string, string>>;

/** Unknown entries are kept unchanged: a newer version may have written them. */
export interface CredentialsFile {
  readonly version: number;
  readonly credentials: JsonObject;
}

export function emptyFile(): CredentialsFile {
  return { version: CREDENTIALS_VERSION, credentials: {} };
}

export function parseCredentials(text: string): { readonly file: CredentialsFile } | { readonly damage: string } {
  const file = parseObject(text);
  if (file === undefined) return { damage: "is not a JSON object" };
  const { version, credentials } = file;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) return { damage: "has no version" };
  if (!isObject(credentials)) return { damage: "has no credentials" };
  return { file: { ...file, version, credentials: withoutPrototype(credentials) } };
}

/** Undefined for an unknown entry. */
export function valuesOf(entry: unknown): CredentialValues | undefined {
  if (!isObject(entry) || !isObject(entry["values"])) return undefined;
  const texts = Object.entries(entry["values"]).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return texts.length === 0 ? undefined : withoutPrototype(Object.fromEntries(texts));
}

/** Without a prototype, so that `constructor` and the like are not entries. */
function withoutPrototype<Fields extends JsonObject>(fields: Fields): Fields {
  return Object.assign(Object.create(null) as Fields, fields);
}

/** Keys are sent in request headers, so characters that are invalid there are rejected. */
export function isSecretValue(value: unknown): value is string {
  return typeof value === "string" && value.length <= SECRET_CHARS_MAX && /^[\u0021-\u007E]+$/.test(value);
}
