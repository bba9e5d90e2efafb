// The end of an earlier session, shown when it is resumed.
import type { TerminalView, ToolCallItem, TranscriptItem, TranscriptSnapshot } from "@parley/acp/transcript";
import { RECAP_ITEMS_MAX } from "../limits.ts";
import { textOfBlocks } from "../text/content.ts";
import type { Block } from "./block.ts";
import { isOver, toTerminalTail, type ToolView } from "./tool-view.ts";

export type RecapSource = Pick<TranscriptSnapshot, "items" | "terminals" | "trimmed">;

export interface RecapOptions {
  /** A turn is running: its unfinished calls are left out, because the view of the turn shows them. */
  readonly isRunning?: boolean | undefined;
}

/** The recap starts at a prompt, so that it begins with something the user recognises. */
export function createRecap(
  { items, terminals, trimmed }: RecapSource,
  { isRunning = false }: RecapOptions = {},
): Block[] {
  const from = items.length > RECAP_ITEMS_MAX ? startOfTurn(items, items.length - RECAP_ITEMS_MAX) : 0;
  const hidden = from + trimmed.items;
  const note: Block[] = hidden > 0 ? [{ type: "note", severity: "info", text: `… ${hidden} earlier entries` }] : [];
  const shown = items.slice(from).filter((item) => !(isRunning && item.type === "tool_call" && !isOver(item)));
  return [...note, ...shown.flatMap((item) => toBlock(item, terminals))];
}

/** The first prompt at or after this index, or the index itself if no prompt follows. */
function startOfTurn(items: readonly TranscriptItem[], place: number): number {
  const next = items.findIndex(({ type }, index) => index >= place && type === "user_message");
  return next === -1 ? place : next;
}

function toBlock(item: TranscriptItem, terminals: readonly TerminalView[]): Block[] {
  switch (item.type) {
    case "user_message":
      return [{ type: "prompt", blocks: item.blocks }];
    case "agent_message":
      return [{ type: "answer", text: textOfBlocks(item.blocks) }];
    case "thought":
      return [{ type: "thought", itemId: item.id, text: textOfBlocks(item.blocks), ms: 0 }];
    case "tool_call":
      return [{ type: "tool", tool: toToolView(item, terminals) }];
    case "stop":
      return item.stopReason === "end_turn" ? [] : [{ type: "stop", item, ms: undefined }];
    case "changes":
      return [{ type: "changes", item }];
    case "elicitation":
      return [{ type: "elicitation", item }];
    case "compaction":
      return [{ type: "compaction", item }];
    case "permission":
    case "notice":
    case "note":
    case "agent_crashed":
    case "agent_restarted":
    case "unknown":
      return [];
  }
}

function toToolView(item: ToolCallItem, terminals: readonly TerminalView[]): ToolView {
  const own = terminals
    .filter(({ toolCallId }) => toolCallId === item.toolCallId)
    .map((terminal) => toTerminalTail(terminal, item.at));
  return { item, terminals: own, timing: UNTIMED, isCut: !isOver(item) };
}

/** The transcript does not keep when a call ended. */
const UNTIMED = { startedAt: 0, endedAt: 0, waitedMs: 0 };
