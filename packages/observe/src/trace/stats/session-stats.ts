// What happened in one session: turns, tools, permissions, time and usage.
import { fieldsOf, type PlacedFrame } from "../conversation.ts";
import { NAMES_MAX } from "../../limits.ts";
import { Samples, type Spread } from "./spread.ts";

export interface SessionStats {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly title: string | undefined;
  readonly frames: number;
  readonly bytes: number;
  readonly turns: number;
  /** Stop reasons of turns; an error counts as `error`. */
  readonly stopReasons: Readonly<Record<string, number>>;
  /** Calls by kind, including those of loaded history. */
  readonly toolCalls: Readonly<Record<string, number>>;
  readonly failedToolCalls: number;
  readonly turnMs: Spread | undefined;
  /** Time from the prompt to the first text, thought or call. */
  readonly firstTokenMs: Spread | undefined;
  readonly permissions: Readonly<Record<"asked" | "allowed" | "rejected" | "cancelled", number>>;
  readonly permissionMs: Spread | undefined;
  readonly usage:
    | {
        readonly used: number;
        readonly size: number;
        readonly cost: { readonly amount: number; readonly currency: string } | undefined;
      }
    | undefined;
  /** Total of all turns, if answers report it. */
  readonly tokens: number | undefined;
}

const OUTPUT: ReadonlySet<string> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
]);

export class SessionCounter {
  readonly #sessionId: string;
  #cwd: string | undefined;
  #title: string | undefined;
  #frames = 0;
  #bytes = 0;
  #turns = 0;
  readonly #stopReasons: Record<string, number> = {};
  readonly #calls = new Map<string, { kind: string; status: string | undefined }>();
  readonly #turnMs = new Samples();
  readonly #firstTokenMs = new Samples();
  readonly #permissionMs = new Samples();
  readonly #permissions = { asked: 0, allowed: 0, rejected: 0, cancelled: 0 };
  #usage: SessionStats["usage"];
  #tokens: number | undefined;
  /** Of a turn without output so far. */
  #promptAtMs: number | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  add(placed: PlacedFrame): void {
    const { frame, method, kind, params, updateKind } = placed;
    this.#frames += 1;
    this.#bytes += frame.bytes;
    if (typeof params["cwd"] === "string") this.#cwd = params["cwd"];
    if (updateKind !== undefined) this.#addUpdate(placed, updateKind);
    else if (method === "session/prompt" && kind === "request") this.#promptAtMs = frame.atMs;
    else if (method === "session/prompt" && kind === "response") this.#endTurn(placed);
    else if (method === "session/request_permission") this.#addPermission(placed);
    // The folder of a new session is in its request, which has no session yet.
    const { cwd } = placed.request?.params ?? {};
    if (kind === "response" && typeof cwd === "string") this.#cwd ??= cwd;
  }

  result(): SessionStats {
    const toolCalls: Record<string, number> = {};
    let failedToolCalls = 0;
    for (const { kind, status } of this.#calls.values()) {
      toolCalls[kind] = (toolCalls[kind] ?? 0) + 1;
      if (status === "failed") failedToolCalls += 1;
    }
    return {
      sessionId: this.#sessionId,
      cwd: this.#cwd,
      title: this.#title,
      frames: this.#frames,
      bytes: this.#bytes,
      turns: this.#turns,
      stopReasons: this.#stopReasons,
      toolCalls,
      failedToolCalls,
      turnMs: this.#turnMs.spread(),
      firstTokenMs: this.#firstTokenMs.spread(),
      permissions: this.#permissions,
      permissionMs: this.#permissionMs.spread(),
      usage: this.#usage,
      tokens: this.#tokens,
    };
  }

  #addUpdate({ update, frame }: PlacedFrame, updateKind: string): void {
    if (OUTPUT.has(updateKind) && this.#promptAtMs !== undefined && frame.atMs !== undefined) {
      this.#firstTokenMs.add(frame.atMs - this.#promptAtMs);
      this.#promptAtMs = undefined;
    }
    const { toolCallId, kind, status, title, used, size, cost } = update;
    if (typeof toolCallId === "string") {
      const call = this.#calls.get(toolCallId) ?? { kind: "other", status: undefined };
      if (typeof kind === "string") call.kind = kind;
      if (typeof status === "string") call.status = status;
      if (this.#calls.size < NAMES_MAX) this.#calls.set(toolCallId, call);
    } else if (updateKind === "session_info_update" && typeof title === "string") this.#title = title;
    else if (updateKind === "usage_update" && typeof used === "number" && typeof size === "number") {
      const { amount, currency } = fieldsOf(cost);
      const isCost = typeof amount === "number" && typeof currency === "string";
      this.#usage = { used, size, cost: isCost ? { amount, currency } : undefined };
    }
  }

  #endTurn({ result, error, tookMs }: PlacedFrame): void {
    this.#turns += 1;
    this.#promptAtMs = undefined;
    this.#turnMs.add(tookMs);
    const { stopReason, usage } = fieldsOf(result);
    const how = error === undefined ? (typeof stopReason === "string" ? stopReason : "unknown") : "error";
    this.#stopReasons[how] = (this.#stopReasons[how] ?? 0) + 1;
    const { totalTokens } = fieldsOf(usage);
    if (typeof totalTokens === "number") this.#tokens = (this.#tokens ?? 0) + totalTokens;
  }

  #addPermission({ kind, request, result, tookMs }: PlacedFrame): void {
    if (kind === "request") this.#permissions.asked += 1;
    if (kind !== "response") return;
    this.#permissionMs.add(tookMs);
    const { outcome, optionId } = fieldsOf(fieldsOf(result)["outcome"]);
    const options = request?.params["options"];
    const option = Array.isArray(options)
      ? options.map(fieldsOf).find((each) => each["optionId"] === optionId)
      : undefined;
    if (outcome !== "selected") this.#permissions.cancelled += 1;
    else if (String(option?.["kind"]).startsWith("reject")) this.#permissions.rejected += 1;
    else this.#permissions.allowed += 1;
  }
}
