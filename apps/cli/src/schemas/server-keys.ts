// Additional server keys from the user's configuration: `"serverKeys": [{"name", "hash", "scopes"}]`.
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import type { KeyOption, Scope } from "@parley/server";
import type { ConfigFile } from "../command.ts";

const SCOPES: readonly string[] = ["read", "drive", "admin"] satisfies Scope[];

export function serverKeysSchema(): JsonObject {
  return {
    description: "Additional server keys",
    type: "array",
    items: {
      type: "object",
      properties: {
        name: { type: "string" },
        hash: { description: "SHA-256 of the key, in hex", type: "string" },
        scopes: { type: "array", minItems: 1, items: { enum: SCOPES } },
      },
      required: ["name", "hash", "scopes"],
      additionalProperties: false,
    },
  };
}

/** The server itself validates names and hashes. */
export function readServerKeys({ path, values }: ConfigFile): readonly KeyOption[] {
  const { serverKeys = [] } = values;
  if (!Array.isArray(serverKeys)) throw bad(path, "serverKeys", "a list");
  return serverKeys.map((key: unknown, index) => toKey(key, path, `serverKeys[${index}]`));
}

function toKey(key: unknown, path: string, place: string): KeyOption {
  const { name, hash, scopes } = isObject(key) ? key : {};
  if (typeof name !== "string" || typeof hash !== "string") throw bad(path, place, "an object with name and hash");
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every((scope) => SCOPES.includes(scope))) {
    throw bad(path, `${place}.scopes`, `a list of ${SCOPES.join(", ")}`);
  }
  return { name, hash, scopes: scopes as Scope[] };
}

function bad(path: string, place: string, expected: string): ParleyError {
  return new ParleyError({ code: "bad_config", message: `${path}: ${place} must be ${expected}` });
}
