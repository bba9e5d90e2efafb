// Keys for a server that have fewer rights than its token. Only their hashes are stored anywhere.
import { isObject } from "./json-object.ts";

/** Weakest first; each includes the ones before it. */
export const SERVER_SCOPES = ["read", "drive", "admin"] as const;
export type ServerScope = (typeof SERVER_SCOPES)[number];

export interface ServerKey {
  /** For the log, and to name who answered. */
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  /** `admin` has `drive`, `drive` has `read`. */
  readonly scopes: readonly ServerScope[];
}

/** The name of the caller that has the server's token. */
export const SERVER_TOKEN_NAME = "token";

/** What is wrong with it; undefined for a valid key. */
export function findServerKeyProblem(key: unknown): string | undefined {
  const { name, hash, scopes } = isObject(key) ? key : {};
  if (typeof name !== "string" || name === SERVER_TOKEN_NAME || !/^[\w.-]{1,64}$/.test(name)) {
    return 'the name must be 1 to 64 letters, digits, dots and dashes, and not "token"';
  }
  if (typeof hash !== "string" || !/^[0-9a-f]{64}$/i.test(hash)) return "the hash is not a SHA-256 in hex";
  const isList = Array.isArray(scopes) && scopes.length > 0;
  if (!isList || !scopes.every((scope) => SERVER_SCOPES.some((known) => known === scope))) {
    return `scopes must be a list of ${SERVER_SCOPES.join(", ")}`;
  }
  return undefined;
}

export function isServerKey(key: unknown): key is ServerKey {
  return findServerKeyProblem(key) === undefined;
}
