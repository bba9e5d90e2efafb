// The history that a session replays when it is loaded. Entries are independent, so the oldest can be dropped.
import type { Known, ToolCallUpdate } from "@parley/acp";
import { HISTORY_ENTRY_CHARS_MAX, type AgentLimits } from "../limits.ts";
import type { Update } from "./wire.ts";

type Chunk = Extract<Update, { sessionUpdate: `${string}_message_chunk` | "agent_thought_chunk" }>;
type AnnouncedCall = Extract<Update, { sessionUpdate: "tool_call" }>;

interface Entry {
  update: Update;
  chars: number;
}

export class History {
  readonly #limits: AgentLimits;
  readonly #entries: Entry[] = [];
  readonly #toolCalls = new Map<string, Entry>();
  #chars = 0;

  constructor(limits: AgentLimits, updates: Iterable<Update> = []) {
    this.#limits = limits;
    for (const update of updates) this.add(update);
  }

  updates(): Update[] {
    return this.#entries.map(({ update }) => update);
  }

  add(update: Update): void {
    switch (update.sessionUpdate) {
      // These updates are only useful live, or are part of every answer to `session/load` anyway.
      case "notice":
      case "available_commands_update":
      case "current_mode_update":
      case "config_option_update":
        return;
      case "tool_call_update":
        this.#mergeToolCall(update);
        break;
      case "user_message_chunk":
      case "agent_message_chunk":
      case "agent_thought_chunk":
        if (!this.#mergeText(update)) this.#push(update);
        break;
      case "tool_call":
      case "plan":
      case "session_info_update":
      case "usage_update":
      case "compaction_update":
      case "compaction_summary_chunk":
        this.#push(update);
    }
    this.#trim();
  }

  #push(update: Update): void {
    const entry: Entry = { update, chars: JSON.stringify(update).length };
    this.#entries.push(entry);
    this.#chars += entry.chars;
    if (update.sessionUpdate === "tool_call") this.#toolCalls.set(update.toolCallId, entry);
  }

  #mergeText(chunk: Chunk): boolean {
    const last = this.#entries.at(-1);
    if (last === undefined || last.update.sessionUpdate !== chunk.sessionUpdate) return false;
    const { content, messageId } = last.update;
    if (messageId !== chunk.messageId || content.type !== "text" || chunk.content.type !== "text") return false;
    if (content.text.length + chunk.content.text.length > HISTORY_ENTRY_CHARS_MAX) return false;
    last.update = { ...last.update, content: { ...content, text: content.text + chunk.content.text } };
    last.chars += chunk.content.text.length;
    this.#chars += chunk.content.text.length;
    return true;
  }

  /** Merges later updates into the announcement; null and undefined leave a field unchanged. */
  #mergeToolCall(later: Known<ToolCallUpdate>): void {
    const entry = this.#toolCalls.get(later.toolCallId);
    if (entry === undefined) return;
    const known = Object.entries(later).filter(([, value]) => value !== undefined && value !== null);
    const { sessionUpdate } = entry.update;
    entry.update = { ...entry.update, ...Object.fromEntries(known), sessionUpdate } as AnnouncedCall;
    const chars = JSON.stringify(entry.update).length;
    this.#chars += chars - entry.chars;
    entry.chars = chars;
  }

  #trim(): void {
    const { historyCharsMax, historyEntriesMax } = this.#limits;
    let dropped = 0;
    while (this.#chars > historyCharsMax || this.#entries.length - dropped > historyEntriesMax) {
      const entry = this.#entries[dropped];
      if (entry === undefined) break;
      dropped += 1;
      this.#chars -= entry.chars;
      if (entry.update.sessionUpdate === "tool_call") this.#toolCalls.delete(entry.update.toolCallId);
    }
    if (dropped > 0) this.#entries.splice(0, dropped);
  }
}
