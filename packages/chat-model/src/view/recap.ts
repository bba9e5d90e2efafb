// The end of an earlier session, shown when it is resumed.
import type { ContentBlock } from "@parley/acp";
import type {
  ConversationStep,
  TerminalView,
  ToolCallItem,
  TranscriptItem,
  TranscriptSnapshot,
} from "@parley/acp/transcript";
import { RECAP_ITEMS_MAX } from "../limits.ts";
import { textOfBlocks } from "../text/content.ts";
import { toSeverity, type Block } from "./block.ts";
import { isOver, toTerminalTail, toWholeTerminal, type ToolView } from "./tool-view.ts";

export type RecapSource = Pick<TranscriptSnapshot, "items" | "terminals" | "trimmed">;

export interface RecapOptions {
  /** A turn is running: its unfinished calls are left out, because the view of the turn shows them. */
  readonly isRunning?: boolean | undefined;
  /** The session's folder; paths inside it are shown relative to it. */
  readonly cwd?: string | undefined;
}

/** The recap starts at a prompt, so that it begins with something the user recognises. */
export function createRecap(
  { items, terminals, trimmed }: RecapSource,
  { isRunning = false, cwd }: RecapOptions = {},
): Block[] {
  const from = items.length > RECAP_ITEMS_MAX ? startOfTurn(items, items.length - RECAP_ITEMS_MAX) : 0;
  const hidden = from + trimmed.items;
  const note: Block[] = hidden > 0 ? [{ type: "note", severity: "info", text: `… ${hidden} earlier entries` }] : [];
  const shown = items.slice(from).filter((item) => !(isRunning && item.type === "tool_call" && !isOver(item)));
  return [...note, ...shown.flatMap((item) => (isPast(item) ? [] : itemBlocks(item, terminals, { cwd })))];
}

/** The first prompt at or after this index, or the index itself if no prompt follows. */
function startOfTurn(items: readonly TranscriptItem[], place: number): number {
  const next = items.findIndex(({ type }, index) => index >= place && type === "user_message");
  return next === -1 ? place : next;
}

/** A recap leaves out what was true then, but not where the conversation took a turn. */
function isPast(item: TranscriptItem): boolean {
  if (item.type === "note") return item.step === undefined || !TURNING_POINTS.has(item.step);
  return item.type === "notice" || item.type === "agent_crashed";
}

/** Routing and a proposed plan are not among them: the agent's answer says the same. */
const TURNING_POINTS: ReadonlySet<ConversationStep> = new Set(["cleared", "handed_over", "rewound", "review"]);

export interface ItemBlocksOptions {
  readonly cwd: string | undefined;
  /** With all of a terminal's output, where a view shows its end only. */
  readonly isWhole?: boolean | undefined;
}

/** What an item of a transcript looks like; some are part of another one and look like nothing. */
export function itemBlocks(
  item: TranscriptItem,
  terminals: readonly TerminalView[],
  options: ItemBlocksOptions,
): readonly Block[] {
  switch (item.type) {
    case "user_message":
      return [{ type: "prompt", blocks: item.blocks }];
    case "agent_message":
      return messageBlocks(item.blocks);
    case "thought":
      return [{ type: "thought", itemId: item.id, text: textOfBlocks(item.blocks), ms: 0 }];
    case "tool_call":
      return [{ type: "tool", tool: toToolView(item, terminals, options) }];
    case "stop":
      return item.stopReason === "end_turn" ? [] : [{ type: "stop", item, ms: undefined }];
    case "changes":
      return [{ type: "changes", item }];
    case "elicitation":
      return [{ type: "elicitation", item }];
    case "compaction":
      return [{ type: "compaction", item }];
    case "notice": {
      const detail = item.description ?? undefined;
      return [{ type: "note", severity: toSeverity(item.severity), text: item.title, detail }];
    }
    case "note":
      return [{ type: "note", severity: toSeverity(item.level), text: item.text }];
    case "agent_crashed":
      return [{ type: "note", severity: "error", text: item.message }];
    case "permission":
    case "agent_restarted":
    case "unknown":
      return [];
  }
}

/** Pictures and files of a message stay where they are between its texts. */
function messageBlocks(blocks: readonly ContentBlock[]): readonly Block[] {
  return blocks.map((block) =>
    block.type === "text" ? { type: "answer", text: block.text } : { type: "content", content: block },
  );
}

function toToolView(
  item: ToolCallItem,
  terminals: readonly TerminalView[],
  { cwd, isWhole = false }: ItemBlocksOptions,
): ToolView {
  const own = terminals
    .filter(({ toolCallId }) => toolCallId === item.toolCallId)
    .map((terminal) => (isWhole ? toWholeTerminal(terminal, item.at) : toTerminalTail(terminal, item.at)));
  return { item, terminals: own, timing: UNTIMED, cwd, isCut: !isOver(item) };
}

/** The transcript does not keep when a call ended. */
const UNTIMED = { startedAt: 0, endedAt: 0, waitedMs: 0 };
