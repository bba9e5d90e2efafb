// What the agent has announced about its tool calls: a permission request often contains less.
import type { SessionUpdate, ToolCallUpdate } from "@parley/acp";
import { ANNOUNCED_MAX } from "../../limits.ts";
import { mergeToolCalls } from "./tool-subject.ts";

export class AnnouncedToolCalls {
  /** In the order of their latest update. */
  readonly #byId = new Map<string, ToolCallUpdate>();

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#byId.get(toolCallId);
  }

  /** Updates may arrive in any order and repeatedly. */
  update(update: SessionUpdate): void {
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

  /** Finished calls are not asked about in a later turn. */
  endTurn(): void {
    for (const [id, { status }] of this.#byId) {
      if (status === "completed" || status === "failed") this.#byId.delete(id);
    }
  }
}
