// What the agent has said of its tool calls: a question about one often says less than what was said before.
import type { SessionUpdate, ToolCallUpdate } from "@parley/acp";
import { ANNOUNCED_MAX } from "../../limits.ts";
import { mergeToolCalls } from "./tool-subject.ts";

export class AnnouncedToolCalls {
  /** The one that was heard of last is the last one. */
  readonly #byId = new Map<string, ToolCallUpdate>();

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#byId.get(toolCallId);
  }

  /** In any order, and more than once. */
  hear(update: SessionUpdate): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return;
    const { sessionUpdate: _, ...said } = update;
    const { toolCallId } = said;
    const merged = mergeToolCalls(this.#byId.get(toolCallId), said);
    this.#byId.delete(toolCallId);
    this.#byId.set(toolCallId, merged);
    for (const oldest of this.#byId.keys()) {
      if (this.#byId.size <= ANNOUNCED_MAX) break;
      this.#byId.delete(oldest);
    }
  }

  /** Those that are over are not asked about in a later turn. */
  endTurn(): void {
    for (const [id, { status }] of this.#byId) {
      if (status === "completed" || status === "failed") this.#byId.delete(id);
    }
  }
}
