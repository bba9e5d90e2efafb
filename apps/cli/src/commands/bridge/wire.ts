// Messages as the bridge sees them: forwarded unchanged except for a few fields.
import { isObject } from "@parley/base";
import { isRequestId, type Message, type RequestId } from "@parley/rpc";

export type Fields = Readonly<Record<string, unknown>>;

export interface LooseRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Fields;
}

/** The kind of a message, as far as the bridge needs to know. */
type ClassifiedMessage =
  | { readonly kind: "request"; readonly request: LooseRequest }
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  | { readonly kind: "answer"; readonly id: RequestId; readonly result: Fields | undefined }
  | { readonly kind: "other" };

export function classify(value: unknown): ClassifiedMessage {
  if (!isObject(value)) return { kind: "other" };
  const { id, method, result } = value;
  const params = isObject(value["params"]) ? value["params"] : {};
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method, params };
    return isRequestId(id) ? { kind: "request", request: { id, method, params } } : { kind: "other" };
  }
  if (!isRequestId(id)) return { kind: "other" };
  return { kind: "answer", id, result: isObject(result) ? result : undefined };
}

/** Not validated, because the receiver does that. */
export function asMessage(value: unknown): Message {
  return value as Message;
}

export function toRequest({ id, method, params }: LooseRequest): Message {
  return { jsonrpc: "2.0", id, method, params };
}

/** Parley's fields in `_meta`. */
export function parleyMeta(fields: Fields | undefined): Fields {
  const meta = fields?.["_meta"];
  const own = isObject(meta) ? meta["parley"] : undefined;
  return isObject(own) ? own : {};
}

/** Existing fields are kept. */
export function withParleyMeta(params: Fields, more: Fields): Fields {
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  return { ...params, _meta: { ...meta, parley: { ...more, ...parleyMeta(params) } } };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
