// The location of a mistake in the caller's terms:
// `mcpServers.0.env.PATH` for the pointer `/mcpServers/0/env/3/value`.
import { RpcError } from "@parley/rpc";
import { isObject } from "@parley/base";
import type { DecodeError } from "./decode-trail.ts";
import { isFromMap } from "./reshape/forms.ts";

/** `params`: as the decoder left them, with other systems' forms turned into those of the schema. */
export function toFieldName(pointer: string, params: unknown): string {
  const keys = pointer.split("/").slice(1).map(unescapeKey);
  const names: string[] = [];
  let value = params;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    const isNamed = isFromMap(value);
    value = Array.isArray(value) ? (value as unknown[])[Number(key)] : isObject(value) ? value[key] : undefined;
    if (isNamed && isObject(value) && typeof value["name"] === "string") {
      names.push(value["name"]);
      // The sender knows neither `name` nor `value`: in its object, they are a key and its value.
      index += 1;
      value = undefined;
    } else names.push(key);
  }
  return names.join(".");
}

/** −32602 that names the field: in its message, as `data.field`, and as a JSON pointer in `data.path`. */
export function invalidField(path: string, problem: string): RpcError {
  return refuse(path, toFieldName(path, undefined), problem);
}

export function invalidParams({ path, expected }: DecodeError, params: unknown): RpcError {
  return refuse(path, toFieldName(path, params), `expected ${expected}`, { expected });
}

function refuse(path: string, field: string, problem: string, more: object = {}): RpcError {
  const message = field === "" ? problem : `${field}: ${problem}`;
  return RpcError.invalidParams(message, { path, field, ...more });
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
