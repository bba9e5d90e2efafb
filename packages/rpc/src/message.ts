// The JSON-RPC 2.0 messages, as we write them and as they may arrive.
import type { WireError } from "./rpc-error.ts";

export type RequestId = number | string | null;

export interface RequestMessage {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: unknown;
}

export interface NotificationMessage {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: unknown;
}

export interface ResultMessage {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

export interface ErrorMessage {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: WireError;
}

export type Message = RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

/** A message from the wire: fields may have any type, or be missing. */
export interface LooseMessage {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** True of a response, given that the message has an id and no method. */
export function isAnswer(message: LooseMessage): boolean {
  return message.result !== undefined || message.error !== undefined;
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "number" || typeof value === "string" || value === null;
}
