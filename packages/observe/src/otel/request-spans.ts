// Spans of requests other than prompts and permission requests: the agent's file and terminal requests are tools, the rest are calls.
import { canonicalMethod } from "@parley/acp";
import { isRequestId, type RequestId } from "@parley/rpc";
import { BoundedMap } from "../extract/bounded-map.ts";
import { fieldsOf, numberOf, wordsOf, type Fields } from "../extract/fields.ts";
import type { Direction } from "../frames/frame.ts";
import { REQUESTS_OPEN_MAX } from "../limits.ts";
import type { OpenSpan } from "./open-span.ts";
import type { SpanFactory } from "./span-factory.ts";
import type { SpanContext } from "./span.ts";
import { readTraceContext } from "./trace-context.ts";

export interface OpenRequest {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly span: OpenSpan | undefined;
}

/** The parent of a session's request. */
export type ContextOf = (sessionId: string | undefined, direction: Direction) => SpanContext | undefined;

/** They have their own spans. */
const OWN_SPANS: ReadonlySet<string> = new Set(["session/prompt", "session/request_permission"]);
const TOOL_METHOD = /^(?:fs|terminal)\//;

export class RequestSpans {
  readonly #factory: SpanFactory;
  readonly #contextOf: ContextOf;
  readonly #open: Readonly<Record<Direction, BoundedMap<RequestId, OpenRequest>>> = {
    to_agent: new BoundedMap(REQUESTS_OPEN_MAX),
    to_client: new BoundedMap(REQUESTS_OPEN_MAX),
  };

  constructor(factory: SpanFactory, contextOf: ContextOf) {
    this.#factory = factory;
    this.#contextOf = contextOf;
  }

  asked(direction: Direction, id: RequestId, name: string, params: Fields, atMs: number): void {
    const method = wordsOf(canonicalMethod(name)) ?? "";
    const sessionId = wordsOf(params["sessionId"]);
    const span = OWN_SPANS.has(method) ? undefined : this.#start(direction, method, sessionId, params, atMs);
    const forgotten = this.#open[direction].set(id, { method, sessionId, span });
    if (forgotten?.span !== undefined) this.#factory.abandon(forgotten.span, atMs, "Too many requests were open");
  }

  /** The request that it answers; undefined if there was none, or it was dropped. */
  answered(direction: Direction, message: Fields, atMs: number): OpenRequest | undefined {
    const { id } = message;
    if (!isRequestId(id)) return undefined;
    const open = this.#open[direction === "to_agent" ? "to_client" : "to_agent"];
    const request = open.get(id);
    open.delete(id);
    if (request?.span === undefined) return request;
    const error = fieldsOf(message["error"]);
    if ("error" in message) {
      const code = numberOf(error["code"]);
      request.span.set("rpc.jsonrpc.error_code", code);
      request.span.fail(code === undefined ? "_OTHER" : String(code), wordsOf(error["message"]) ?? "unknown error");
    }
    this.#factory.finish(request.span, atMs);
    return request;
  }

  end(atMs: number, why: string): void {
    for (const open of Object.values(this.#open)) {
      for (const { span } of open.values()) if (span !== undefined) this.#factory.abandon(span, atMs, why);
      open.clear();
    }
  }

  #start(direction: Direction, method: string, sessionId: string | undefined, params: Fields, atMs: number): OpenSpan {
    const parent = readTraceContext(params) ?? this.#contextOf(sessionId, direction);
    const isTool = direction === "to_client" && TOOL_METHOD.test(method);
    const kind = direction === "to_agent" ? "client" : "internal";
    const span = this.#factory.start(isTool ? `execute_tool ${method}` : method, kind, atMs, parent);
    this.#factory.agent.describe(span);
    span.set("gen_ai.conversation.id", sessionId);
    span.set("rpc.system", "jsonrpc");
    span.set("rpc.method", method);
    if (isTool) {
      span.set("gen_ai.operation.name", "execute_tool");
      span.set("gen_ai.tool.name", method);
      span.set("gen_ai.tool.type", "function");
    }
    return span;
  }
}
