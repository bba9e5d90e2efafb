// Problems that a peer noticed but survived. Apps log them, so that none is swallowed.
import type { RequestId } from "./message.ts";
import type { RpcError } from "./rpc-error.ts";
import type { MalformedInput } from "./transport.ts";

export type Problem =
  /** Text that is not JSON, a message over the limit, a binary frame. */
  | { readonly kind: "malformed"; readonly input: MalformedInput }
  /** JSON that is not a JSON-RPC message. */
  | { readonly kind: "invalid_message"; readonly value: unknown; readonly reason: string }
  /** A response without a pending request: late, repeated, or with an id this side never used. */
  | { readonly kind: "unmatched_response"; readonly id: RequestId; readonly error: RpcError | undefined }
  | { readonly kind: "duplicate_request_id"; readonly id: RequestId; readonly method: string }
  /** A handler threw. For a request, the other side got an error without `cause`. */
  | { readonly kind: "handler_failed"; readonly method: string; readonly cause: unknown };
