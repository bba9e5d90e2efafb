// The lifecycle of a tool call on the wire: announced, approved if needed, started, and ended exactly once.
import type { Known, ToolCall as AnnouncedCall, ToolCallUpdate } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import { SHOWN_CHARS_MAX } from "../limits.ts";
import { askPermission } from "./permission.ts";
import type { Reply, Turn } from "./turn.ts";
import { textBlock, type ToolContent } from "./wire.ts";

export interface ToolCallStart extends Omit<Known<AnnouncedCall>, "toolCallId" | "status" | "kind"> {
  readonly kind: NonNullable<AnnouncedCall["kind"]>;
}

/** The outcome of the work. Its content replaces what the tool call showed before. */
export type ToolResult =
  | { readonly ok: true; readonly content?: ToolContent[]; readonly rawOutput?: unknown }
  | { readonly ok: false; readonly reason: string; readonly content?: ToolContent[]; readonly rawOutput?: unknown };

export function failed(reason: string, content: ToolContent[] = []): ToolResult {
  return { ok: false, reason, content };
}

/** Announces the tool call, does the work and reports its end, even after an error. */
export async function playToolCall(
  turn: Turn,
  start: ToolCallStart,
  work: (call: ToolCall) => Promise<ToolResult>,
): Promise<void> {
  const call = new ToolCall(turn, start);
  const isRefused = turn.session.settings.mode === "chat";
  const result = isRefused ? failed("The mode chat has no tools; switch to the mode code.") : await work(call);
  call.end(result);
}

export class ToolCall {
  readonly toolCallId: string = createId();
  readonly #turn: Turn;
  readonly #start: ToolCallStart;

  constructor(turn: Turn, start: ToolCallStart) {
    this.#turn = turn;
    this.#start = start;
    turn.update({ sessionUpdate: "tool_call", toolCallId: this.toolCallId, status: "pending", ...start });
  }

  /** Content given here is shown with the question. */
  permit(content?: ToolContent[]): Promise<Reply<undefined>> {
    if (content !== undefined) this.#update({ content });
    const { title, kind, rawInput, locations = [] } = this.#start;
    const asked = { toolCallId: this.toolCallId, status: "pending", title, kind, rawInput, locations } as const;
    return askPermission(this.#turn, kind, content === undefined ? asked : { ...asked, content });
  }

  start(): void {
    this.#update({ status: "in_progress" });
  }

  show(content: ToolContent[]): void {
    this.#update({ content });
  }

  end(result: ToolResult): void {
    const { ok, content = [], rawOutput } = result;
    const shown = ok ? content : [...content, textContent(result.reason)];
    const status = ok ? "completed" : "failed";
    this.#update({
      status,
      ...(shown.length === 0 ? {} : { content: shown }),
      ...(rawOutput === undefined ? {} : { rawOutput }),
    });
  }

  #update(change: Omit<Known<ToolCallUpdate>, "toolCallId">): void {
    this.#turn.update({ sessionUpdate: "tool_call_update", toolCallId: this.toolCallId, ...change });
  }
}

export function textContent(text: string): ToolContent {
  return { type: "content", content: textBlock(truncate(text, SHOWN_CHARS_MAX)) };
}
