// The data that a Parley server adds to a JSON-RPC error: the original error code and the remedy.
import { ERROR_CODES, type ErrorCode, type Remedy } from "@parley/base";
import type { RpcError } from "@parley/rpc";

/** Undefined for an agent's own error. */
export function codeInData({ data }: Pick<RpcError, "data">): ErrorCode | undefined {
  const { code } = fieldsOf(data);
  return ERROR_CODES.find((candidate) => candidate === code);
}

export function remedyInData({ data }: Pick<RpcError, "data">): Remedy | undefined {
  const { label, command, url } = fieldsOf(fieldsOf(data)["remedy"]);
  if (typeof label !== "string") return undefined;
  return { label, ...(typeof command === "string" && { command }), ...(typeof url === "string" && { url }) };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
