// Relates frames to each other: answers to requests, and frames to their session and connection.
import { isObject } from "@parley/base";
import { canonicalMethod } from "@parley/acp";
import { isRequestId } from "@parley/rpc";
import { ANSWERED_IDS_MAX, OPEN_REQUESTS_MAX } from "../limits.ts";
import type { Side, TraceFrame, TraceItem } from "./trace-item.ts";

export type FrameKind = "request" | "notification" | "response" | "invalid" | "text";

/** A pending request. */
export interface OpenRequest {
  readonly line: number;
  readonly atMs: number | undefined;
  readonly from: Side;
  readonly id: unknown;
  readonly method: string;
  readonly params: Fields;
  readonly sessionId: string | undefined;
  readonly connection: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A frame with its relations. */
export interface PlacedFrame {
  readonly frame: TraceFrame;
  readonly kind: FrameKind;
  /** Starts at 1; a client that reconnects, with `initialize` and new ids, has the next number. */
  readonly connection: number;
  readonly id: unknown;
  /** Its own, or that of the request it answers. */
  readonly method: string | undefined;
  /** Empty if there are none. */
  readonly params: Fields;
  readonly result: unknown;
  readonly error: unknown;
  readonly sessionId: string | undefined;
  /** The request that a response answers. */
  readonly request: OpenRequest | undefined;
  /** A second response to a request. */
  readonly isSecondAnswer: boolean;
  /** A request whose id is in use. */
  readonly isDuplicateId: boolean;
  /** A request whose id was used before in this connection. */
  readonly isReusedId: boolean;
  /** The variant of a `session/update`. */
  readonly updateKind: string | undefined;
  readonly update: Fields;
  /** Time from request to answer, if known. */
  readonly tookMs: number | undefined;
}

export interface Conversation {
  add(frame: TraceFrame): PlacedFrame;
  /** A header: later frames belong to another connection. */
  restart(): void;
  /** Unanswered requests, of ended and open connections. */
  readonly unanswered: readonly OpenRequest[];
  /** Number of connections. */
  readonly connections: number;
}

export function createConversation(): Conversation {
  return new TraceConversation();
}

/** All frames of a trace, in order, with their relations. */
export function* placeFrames(items: Iterable<TraceItem>): Generator<PlacedFrame> {
  const conversation = createConversation();
  for (const item of items) {
    if (item.type === "header" && item.header.part === 1) conversation.restart();
    if (item.type === "frame") yield conversation.add(item);
  }
}

const NO_FIELDS: Fields = {};

class TraceConversation implements Conversation {
  #connection = 1;
  #isFresh = true;
  #open: Record<Side, Map<string, OpenRequest>> = { client: new Map(), agent: new Map() };
  #answered: Record<Side, Set<string>> = { client: new Set(), agent: new Set() };
  readonly #lost: OpenRequest[] = [];

  get unanswered(): readonly OpenRequest[] {
    const all = [...this.#lost, ...this.#open.client.values(), ...this.#open.agent.values()];
    return all.toSorted((one, other) => one.line - other.line);
  }

  get connections(): number {
    return this.#isFresh ? this.#connection - 1 : this.#connection;
  }

  restart(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    this.#connection += 1;
    for (const side of ["client", "agent"] as const) {
      for (const request of this.#open[side].values()) this.#lose(request);
    }
    this.#open = { client: new Map(), agent: new Map() };
    this.#answered = { client: new Set(), agent: new Set() };
  }

  add(frame: TraceFrame): PlacedFrame {
    const message = isObject(frame.message) ? frame.message : NO_FIELDS;
    const kind = kindOf(frame, message);
    const key = keyOf(message["id"]);
    if (kind === "request" && message["method"] === "initialize" && this.#isUsed(frame.from, key)) this.restart();
    this.#isFresh = false;
    if (kind === "request") return this.#addRequest(frame, message, key);
    if (kind === "response") return this.#addResponse(frame, message, key);
    return this.#place(frame, kind, message, {});
  }

  #addRequest(frame: TraceFrame, message: Fields, key: string): PlacedFrame {
    const open = this.#open[frame.from];
    const isDuplicateId = open.has(key);
    const isReusedId = this.#answered[frame.from].has(key);
    const placed = this.#place(frame, "request", message, { isDuplicateId, isReusedId });
    const { line, atMs, from } = frame;
    const { id, method = "", params, sessionId, connection } = placed;
    const before = open.get(key);
    if (before !== undefined) this.#lose(before);
    open.delete(key);
    open.set(key, { line, atMs, from, id, method, params, sessionId, connection });
    if (open.size > OPEN_REQUESTS_MAX) {
      const [[oldestKey, oldest] = []] = open;
      if (oldestKey !== undefined && oldest !== undefined) {
        open.delete(oldestKey);
        this.#lose(oldest);
      }
    }
    return placed;
  }

  #addResponse(frame: TraceFrame, message: Fields, key: string): PlacedFrame {
    const asker: Side = frame.from === "client" ? "agent" : "client";
    const request = this.#open[asker].get(key);
    const answered = this.#answered[asker];
    const isSecondAnswer = request === undefined && answered.has(key);
    this.#open[asker].delete(key);
    answered.add(key);
    if (answered.size > ANSWERED_IDS_MAX) for (const oldest of answered) if (answered.delete(oldest)) break;
    return this.#place(frame, "response", message, { request, isSecondAnswer });
  }

  #isUsed(side: Side, key: string): boolean {
    return this.#open[side].has(key) || this.#answered[side].has(key);
  }

  #lose(request: OpenRequest): void {
    if (this.#lost.length < OPEN_REQUESTS_MAX) this.#lost.push(request);
  }

  #place(frame: TraceFrame, kind: FrameKind, message: Fields, belongs: Partial<PlacedFrame>): PlacedFrame {
    const { request } = belongs;
    const params = fieldsOf(message["params"]);
    const method = typeof message["method"] === "string" ? canonicalMethod(message["method"]) : request?.method;
    const isUpdate = kind === "notification" && method === "session/update";
    const update = isUpdate ? fieldsOf(params["update"]) : NO_FIELDS;
    const { sessionUpdate } = update;
    const isTimed = request?.atMs !== undefined && frame.atMs !== undefined;
    return {
      frame,
      kind,
      connection: this.#connection,
      id: message["id"],
      method,
      params,
      result: message["result"],
      error: message["error"],
      sessionId: sessionOf(params) ?? sessionOf(fieldsOf(message["result"])) ?? request?.sessionId,
      request,
      isSecondAnswer: false,
      isDuplicateId: false,
      isReusedId: false,
      updateKind: typeof sessionUpdate === "string" ? sessionUpdate : undefined,
      update,
      tookMs: isTimed ? (frame.atMs ?? 0) - (request.atMs ?? 0) : undefined,
      ...belongs,
    };
  }
}

function kindOf(frame: TraceFrame, message: Fields): FrameKind {
  if (frame.raw === undefined) return "text";
  if (typeof message["method"] === "string") return "id" in message ? "request" : "notification";
  const isAnswer = "result" in message || "error" in message;
  return isAnswer && isRequestId(message["id"]) ? "response" : "invalid";
}

/** A number and a string are different ids. */
function keyOf(id: unknown): string {
  return `${typeof id} ${String(id)}`;
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : NO_FIELDS;
}

function sessionOf(fields: Fields): string | undefined {
  const { sessionId } = fields;
  return typeof sessionId === "string" ? sessionId : undefined;
}
