// Version 2 of the feed: whole sessions as `WatchedSession` has them, one JSON object per line.
//
// A reader asks for it with its first line, and needs the token: {"type":"hello","version":2,"token":T}. Or it proves that it knows the
// token, as a publisher does below but for `role` and `publisherId`, with Q = HMAC-SHA256(token, "reader:N:M"). It gets `welcome`, then a `session` for each one there is, then `ready`, and from then on a `change` whenever something changed, at most one
// per session and tenth of a second. A session with many files starts with `session` and continues with `change`s at once.
// A reader that falls behind gets `session` again. `request_snapshot`, `set_stream_filter` and `rpc` are as in version 1.
//
// A proxy joins a feed that another one serves as its publisher. Neither sends the token: each proves that it knows it.
//   publisher  {"type":"hello","version":2,"role":"publisher","nonce":N}
//   server     {"type":"challenge","nonce":M,"proof":P}          P = HMAC-SHA256(token, "server:N:M"), in hex
//   publisher  {"type":"prove","publisherId":S,"proof":Q}        Q = HMAC-SHA256(token, "publisher:N:M")
//   server     {"type":"welcome",…}
//   publisher  `session` and `change`, as a reader gets them; `gone` for a session that is over.
import type { WatchedFile, WatchedSession } from "../state/watched.ts";
import type { FeedRequest, V1Message, FeedSessionMode, RpcFailure, RpcResult } from "./v1-format.ts";

export const LATEST_FEED_VERSION = 2;
/** Readers that do not say hello get version 1. */
export type FeedVersion = 1 | typeof LATEST_FEED_VERSION;

/**
 * Everything except the files, which are sent separately while they are hot or in context. Undefined fields are omitted
 * on the wire.
 */
export type SessionFields = Omit<WatchedSession, "agentId" | "sessionId" | "files" | "coldFiles">;

export interface V2Welcome {
  readonly type: "welcome";
  readonly version: typeof LATEST_FEED_VERSION;
  /** The token was valid, so `rpc` may change things. */
  readonly mayChange: boolean;
  /** The process that serves the feed. */
  readonly pid: number;
}

/** A complete session, which replaces its earlier state. */
export interface V2Session {
  readonly type: "session";
  readonly agentId: string;
  readonly sessionId: string;
  /** Set by the server; a publisher cannot know it. */
  readonly sessionMode?: FeedSessionMode | undefined;
  readonly seq: number;
  readonly fields: SessionFields;
  readonly files: readonly WatchedFile[];
}

/** The changes: changed files, removed files, and all other fields if one of them changed. */
export interface V2Change {
  readonly type: "change";
  readonly agentId: string;
  readonly sessionId: string;
  /** Set by the server; a publisher cannot know it. */
  readonly sessionMode?: FeedSessionMode | undefined;
  readonly seq: number;
  readonly fields?: SessionFields | undefined;
  readonly files: readonly WatchedFile[];
  readonly removed: readonly string[];
}

/** The publisher of this session is gone. */
export interface V2Gone {
  readonly type: "gone";
  readonly agentId: string;
  readonly sessionId: string;
}

/** The initial state has been sent. */
export interface V2Ready {
  readonly type: "ready";
}

/** Why the connection is being closed: too many readers, or a wrong or missing token. */
export interface V2Refused {
  readonly type: "refused";
  readonly reason: string;
}

/** Lines for readers of version 2. */
export type V2Message = V2Welcome | V2Session | V2Change | V2Gone | V2Ready | V2Refused | RpcResult | RpcFailure;

/** Lines for readers of either version. */
export type FeedMessage = V1Message | V2Message;

/**
 * Selects the version. The reader either sends a nonce, and then proves that it knows the token, or sends the token
 * itself.
 */
export interface Hello {
  readonly type: "hello";
  readonly version: number;
  readonly token?: string | undefined;
  readonly role?: "reader" | "publisher" | undefined;
  readonly nonce?: string | undefined;
}

export interface Challenge {
  readonly type: "challenge";
  readonly nonce: string;
  readonly proof: string;
}

export interface Prove {
  readonly type: "prove";
  /** Of a publisher. */
  readonly publisherId?: string | undefined;
  readonly proof: string;
}

/** Lines that any program may send to the port. */
export type FeedInput = FeedRequest | Hello | Prove;

/** Lines that a publisher may send after its proof. */
export type PublishedMessage = V2Session | V2Change | V2Gone;
