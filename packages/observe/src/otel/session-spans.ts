// The spans of one session: its turns, and in each of them the tool calls and the waits for the user.
import { BoundedMap } from "../extract/bounded-map.ts";
import { fieldsOf, type Fields } from "../extract/fields.ts";
import type { Observation } from "../extract/observation.ts";
import { describeToolCall } from "./content.ts";
import { PERMISSIONS_OPEN_MAX, TOOL_CALLS_ENDED_MAX, TOOL_CALLS_OPEN_MAX, TURNS_OPEN_MAX } from "../limits.ts";
import { withoutSecrets, type OpenSpan } from "./open-span.ts";
import type { SpanFactory } from "./span-factory.ts";
import type { Attributes, SpanContext } from "./span.ts";
import { readTraceContext } from "./trace-context.ts";
import { TurnSpan } from "./turn-span.ts";

type Observed<Type extends Observation["type"]> = Extract<Observation, { type: Type }>;

const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);
const FORGOTTEN = "Too many were open at the same time";

export class SessionSpans {
  readonly sessionId: string;
  /** The parent session's span. */
  parentSession: SessionSpans | undefined;
  model: string | undefined;
  readonly #factory: SpanFactory;
  readonly #turns = new BoundedMap<string, TurnSpan>(TURNS_OPEN_MAX);
  readonly #calls = new BoundedMap<string, OpenSpan>(TOOL_CALLS_OPEN_MAX);
  /** Agents may send updates of calls that have ended. */
  readonly #endedCalls = new BoundedMap<string, true>(TOOL_CALLS_ENDED_MAX);
  readonly #waits = new BoundedMap<string, OpenSpan>(PERMISSIONS_OPEN_MAX);
  #lastTurn: SpanContext | undefined;

  constructor(factory: SpanFactory, sessionId: string) {
    this.#factory = factory;
    this.sessionId = sessionId;
  }

  /** Waiting prompts are open as well: the oldest is the running one. */
  get turn(): TurnSpan | undefined {
    const [oldest] = this.#turns.values();
    return oldest;
  }

  /** The parent of anything that happens now. */
  get context(): SpanContext | undefined {
    return this.turn?.context ?? this.#lastTurn ?? this.parentSession?.turn?.context;
  }

  /** `message` is the observed one: the prompt, or the agent's message instead. */
  turnStarted({ requestId, atMs }: Observed<"turn_started">, message: Fields): void {
    const params = fieldsOf(message["params"]);
    const parent = readTraceContext(params) ?? this.parentSession?.turn?.context;
    const { sessionId, model } = this;
    const turn = new TurnSpan(this.#factory, { sessionId, atMs, parent, model, params });
    this.#lastTurn = turn.context;
    this.#turns.set(requestId, turn)?.abandon(atMs, FORGOTTEN);
  }

  turnEnded(end: Observed<"turn_ended">, message: Fields): void {
    const turn = this.#turns.get(end.requestId);
    if (turn === undefined) return;
    this.#turns.delete(end.requestId);
    if (this.turn === undefined) this.#endWork(end.atMs, "The turn ended before");
    turn.end(end, message);
  }

  toolCall(call: Observed<"tool_call">, update: Fields): void {
    const { toolCallId, status, atMs } = call;
    const isEnded = status !== undefined && ENDED.has(status);
    if (isEnded && this.#endedCalls.has(toolCallId)) return;
    const span = this.#calls.get(toolCallId) ?? this.#startCall(call);
    if (span === undefined) return;
    this.#describe(span, call, update);
    if (!isEnded) return;
    this.#calls.delete(toolCallId);
    this.#endedCalls.set(toolCallId, true);
    if (status === "failed") span.fail("tool_call_failed", "The tool call failed");
    this.#factory.finish(span, atMs);
  }

  permissionAsked({ requestId, toolCallId, kind, atMs }: Observed<"permission_asked">, message: Fields): void {
    const call = toolCallId === undefined ? undefined : this.#calls.get(toolCallId);
    const parent = readTraceContext(message["params"]) ?? call?.context ?? this.context;
    const span = this.#factory.start("wait_permission", "internal", atMs, parent);
    this.#factory.agent.describe(span);
    span.set("gen_ai.conversation.id", this.sessionId);
    span.set("gen_ai.tool.call.id", toolCallId);
    span.set("acp.tool.kind", kind);
    const forgotten = this.#waits.set(requestId, span);
    if (forgotten !== undefined) this.#factory.abandon(forgotten, atMs, FORGOTTEN);
  }

  permissionAnswered({ requestId, outcome, optionKind, atMs }: Observed<"permission_answered">): void {
    const span = this.#waits.get(requestId);
    if (span === undefined) return;
    this.#waits.delete(requestId);
    span.set("acp.permission.outcome", outcome);
    span.set("acp.permission.option_kind", optionKind);
    this.#factory.finish(span, atMs);
  }

  /** An event of the running turn. */
  event(name: string, atMs: number, attributes: Attributes = {}): void {
    this.turn?.span.event(name, atMs, attributes);
  }

  end(atMs: number, why: string): void {
    this.#endWork(atMs, why);
    for (const turn of this.#turns.values()) turn.abandon(atMs, why);
    this.#turns.clear();
  }

  /** Undefined outside a turn, where it may be replayed history. */
  #startCall({ toolCallId, atMs }: Observed<"tool_call">): OpenSpan | undefined {
    const parent = this.context;
    if (parent === undefined) return undefined;
    this.turn?.toolCall(atMs);
    const span = this.#factory.start("execute_tool", "internal", atMs, parent);
    this.#factory.agent.describe(span);
    span.set("gen_ai.operation.name", "execute_tool");
    span.set("gen_ai.tool.type", "extension");
    span.set("gen_ai.tool.call.id", toolCallId);
    span.set("gen_ai.conversation.id", this.sessionId);
    this.#endedCalls.delete(toolCallId);
    const forgotten = this.#calls.set(toolCallId, span);
    if (forgotten !== undefined) this.#factory.abandon(forgotten, atMs, FORGOTTEN);
    return span;
  }

  #describe(span: OpenSpan, { title, name, kind, status }: Observed<"tool_call">, update: Fields): void {
    const shown = title ?? name ?? kind;
    if (shown !== undefined) span.name = `execute_tool ${shown}`;
    span.set("gen_ai.tool.name", name ?? kind);
    span.set("acp.tool.title", title === undefined ? undefined : withoutSecrets(title));
    span.set("acp.tool.kind", kind);
    span.set("acp.tool.status", status);
    if (this.#factory.capturesContent) describeToolCall(span, update);
  }

  #endWork(atMs: number, why: string): void {
    for (const span of [...this.#waits.values(), ...this.#calls.values()]) this.#factory.abandon(span, atMs, why);
    this.#waits.clear();
    this.#calls.clear();
  }
}
