// How tall a row will be, before it has been measured: near enough that the scroll bar does not jump.
import type { SessionView } from "@parley/chat-model";
import type { ConversationRow } from "./rows.ts";

const LINE_PX = 21;
const LINE_CHARS = 90;
const LINES_MAX = 400;
const ROW_PX = 28;
const HEAD_PX = 32;
const PROMPT_PX = 66;

/** The list asks again for every row whenever one is added. */
const known = new WeakMap<ConversationRow, number>();

export function estimateRow(row: ConversationRow | undefined, view: SessionView): number {
  if (row === undefined || row.type === "working") return ROW_PX;
  const px = known.get(row) ?? estimate(row, view);
  known.set(row, px);
  return px;
}

function estimate(row: Exclude<ConversationRow, { type: "working" }>, view: SessionView): number {
  const head = row.isFirst ? HEAD_PX : 0;
  if (row.type === "tools") return head + ROW_PX;
  const item = view.item(row.id)?.item;
  if (item === undefined) return ROW_PX;
  if (item.type === "stop") return item.error === null && item.stopReason === "end_turn" ? 0 : ROW_PX;
  if (item.type === "user_message") return PROMPT_PX + linesOf(item.blocks) * LINE_PX;
  if (item.type === "agent_message") return head + linesOf(item.blocks) * LINE_PX + 8;
  return head + ROW_PX;
}

function linesOf(blocks: readonly { readonly type?: string | undefined; readonly text?: unknown }[]): number {
  let lines = 0;
  for (const { text } of blocks) lines += typeof text === "string" ? Math.ceil(text.length / LINE_CHARS) : 2;
  return Math.min(LINES_MAX, Math.max(1, lines));
}
