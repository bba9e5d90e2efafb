// Additional server keys from the user's configuration: `"serverKeys": [{"name", "hash", "scopes"}]`.
import {
  findServerKeyProblem,
  isObject,
  ParleyError,
  SERVER_SCOPES,
  type JsonObject,
  type ServerKey,
} from "@parley/base";
import type { ConfigFile } from "../command.ts";

export function serverKeysSchema(): JsonObject {
  return {
    description: "Additional server keys",
    type: "array",
    items: {
      type: "object",
      properties: {
        name: { type: "string", pattern: "^[\\w.-]{1,64}$", not: { const: "token" } },
        hash: { description: "SHA-256 of the key, in hex", type: "string", pattern: "^[0-9a-fA-F]{64}$" },
        scopes: { type: "array", minItems: 1, items: { enum: SERVER_SCOPES } },
      },
      required: ["name", "hash", "scopes"],
      additionalProperties: false,
    },
  };
}

export function readServerKeys({ path, values }: ConfigFile): readonly ServerKey[] {
  const { serverKeys = [] } = values;
  if (!Array.isArray(serverKeys)) throw bad(path, "serverKeys must be a list");
  return serverKeys.map((key: unknown, index) => toKey(key, path, `serverKeys[${index}]`));
}

function toKey(key: unknown, path: string, place: string): ServerKey {
  const { name, hash, scopes } = isObject(key) ? key : {};
  if (typeof name !== "string" || typeof hash !== "string") {
    throw bad(path, `${place} must be an object with name and hash`);
  }
  const known: readonly unknown[] = SERVER_SCOPES;
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every((scope) => known.includes(scope))) {
    throw bad(path, `${place}.scopes must be a list of ${SERVER_SCOPES.join(", ")}`);
  }
  const problem = findServerKeyProblem(key);
  if (problem !== undefined) throw bad(path, `${place} (key ${name}): ${problem}`);
  return { name, hash, scopes: scopes as ServerKey["scopes"] };
}

function bad(path: string, problem: string): ParleyError {
  return new ParleyError({ code: "bad_config", message: `${path}: ${problem}` });
}
