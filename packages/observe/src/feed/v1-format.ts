// Version 1 of the feed: one JSON object per line, in snake case, as its first readers expect it.
import type { FileAction } from "../extract/observation.ts";

/** A path is relative to the session's folder, with `/`. */
export interface V1File {
  readonly path: string;
  /** 0 to 1. */
  readonly heat: number;
  readonly in_context: boolean;
  readonly last_action: FileAction;
  readonly turn_accessed: number;
  readonly timestamp_ms: number;
}

/** `multi_agent` while the feed merges several sessions. */
export type FeedSessionMode = "single_agent" | "multi_agent";

interface OfSession {
  readonly agent_id: string;
  readonly session_id: string;
}

/** The complete state of a session: sent on connecting, on request, and to a slow reader instead of missed updates. */
export interface V1Snapshot extends OfSession {
  readonly type: "snapshot";
  readonly session_mode: FeedSessionMode;
  readonly seq: number;
  readonly nodes: Readonly<Record<string, V1File>>;
}

/** The changes since the last line; `seq` increases by one. */
export interface V1Delta extends OfSession {
  readonly type: "delta";
  readonly session_mode: FeedSessionMode;
  readonly seq: number;
  readonly updates: readonly V1File[];
  readonly removed: readonly string[];
}

export interface V1Usage extends OfSession {
  readonly type: "usage";
  readonly session_mode: FeedSessionMode;
  readonly used: number;
  readonly size: number;
  readonly cost?: { readonly amount: number; readonly currency: string } | undefined;
}

export interface V1Blocked extends OfSession {
  readonly type: "blocked";
  readonly path: string;
  readonly action: "read" | "write";
  readonly timestamp_ms: number;
}

export interface RpcResult {
  readonly type: "rpc_result";
  readonly id: string;
  readonly result: unknown;
}

export interface RpcFailure {
  readonly type: "rpc_error";
  readonly id: string;
  /** 400: invalid, or needs the token; 404: unknown method or session; 500: internal error. */
  readonly error: { readonly code: number; readonly message: string };
}

/** Lines for readers of version 1. */
export type V1Message = V1Snapshot | V1Delta | V1Usage | V1Blocked | RpcResult | RpcFailure;

/** Lines that any reader may send. */
export type FeedRequest =
  /** Of one session, or of all. */
  | { readonly type: "request_snapshot"; readonly session_id?: string | undefined }
  /** Only these from now on; all if both are missing. */
  | {
      readonly type: "set_stream_filter";
      readonly session_id?: string | undefined;
      readonly session_mode?: FeedSessionMode | undefined;
    }
  | {
      readonly type: "rpc";
      readonly id: string;
      readonly method: string;
      readonly params?: Readonly<Record<string, unknown>> | undefined;
    };
