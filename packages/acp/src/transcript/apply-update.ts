// Applies one `session/update` to the transcript, by kind.
import type { Notice, SessionUpdate } from "../generated/types.ts";
import type { Compactions } from "./compactions.ts";
import type { EventStamp, ItemList } from "./item-list.ts";
import type { NoticeItem, UnknownItem } from "./items.ts";
import type { Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import type { Rewinds } from "./rewinds.ts";
import type { SessionState } from "./session-state.ts";
import type { Terminals } from "./terminals.ts";
import type { ToolCalls } from "./tool-calls.ts";

/** The parts of a transcript, each with its own rules. */
export interface Parts {
  readonly items: ItemList;
  readonly messages: Messages;
  readonly toolCalls: ToolCalls;
  readonly terminals: Terminals;
  readonly interactions: Interactions;
  readonly compactions: Compactions;
  readonly rewinds: Rewinds;
  readonly state: SessionState;
}

export function applyUpdate(parts: Parts, stamp: EventStamp, update: SessionUpdate): void {
  const { items, messages, toolCalls, compactions, state } = parts;
  const { seq, at } = stamp;
  switch (update.sessionUpdate) {
    case "user_message_chunk":
      return messages.chunk(stamp, "user_message", update);
    case "agent_message_chunk":
      return messages.chunk(stamp, "agent_message", update);
    case "agent_thought_chunk":
      return messages.chunk(stamp, "thought", update);
    case "tool_call":
    case "tool_call_update":
      return toolCalls.upsert(stamp, update);
    case "plan":
      return state.change({ plan: update.entries });
    case "available_commands_update":
      return state.change({ commands: update.availableCommands });
    case "current_mode_update":
      return state.change({ modeId: update.currentModeId });
    case "config_option_update":
      return state.change({ configOptions: update.configOptions });
    case "session_info_update":
      return state.setInfo(update);
    case "usage_update":
      return state.setUsage(update);
    case "notice":
      items.add(toNotice(items.takeId(), stamp, update));
      return;
    case "compaction_update":
      return compactions.update(stamp, update);
    case "compaction_summary_chunk":
      return compactions.chunk(stamp, update);
    case undefined:
      items.add<UnknownItem>({ id: items.takeId(), seq, at, type: "unknown", raw: update.raw });
  }
}

function toNotice(id: number, { seq, at }: EventStamp, notice: Notice): NoticeItem {
  const { severity, title, description = null } = notice;
  return { id, seq, at, type: "notice", severity, title, description };
}
