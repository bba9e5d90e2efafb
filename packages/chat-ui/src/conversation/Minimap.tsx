// Marks beside the scroll bar, one for each prompt: a click goes there. The keyboard has Alt and the arrow keys for it.
import type { Virtualizer } from "@tanstack/react-virtual";
import { memo, useMemo } from "react";
import { textOfBlocks } from "@parley/chat-model";
import { MINIMAP_MARKS_MAX } from "../limits.ts";
import { useConversation } from "./conversation-context.ts";
import type { ConversationRow } from "./rows.ts";
import { toName } from "./words.ts";
import "./Minimap.css";

export interface MinimapProps {
  readonly rows: readonly ConversationRow[];
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly goTo: (row: number) => void;
  readonly totalPx: number;
  readonly isScrolling: boolean;
}

/** Rows that are measured while they scroll into sight move every mark by less than a pixel, so the marks wait for the end. */
export const Minimap = memo(
  ShownMinimap,
  (before, { rows, totalPx, isScrolling }) =>
    before.rows === rows && (isScrolling || (before.totalPx === totalPx && !before.isScrolling)),
);

function ShownMinimap({ rows, virtualizer, goTo, totalPx }: MinimapProps) {
  const { view } = useConversation();
  const marks = useMemo(() => findMarks(rows), [rows]);
  if (marks.length < 2) return null;
  const total = Math.max(1, totalPx);
  const titleOf = (row: number) => {
    const shown = rows[row];
    const item = shown?.type === "item" ? view.item(shown.id)?.item : undefined;
    return item?.type === "user_message" ? toName(textOfBlocks(item.blocks).slice(0, 400)) : "";
  };
  return (
    <div className="minimap" aria-hidden="true">
      {marks.map((row) => (
        <button
          key={row}
          type="button"
          className="minimap-mark"
          tabIndex={-1}
          title={titleOf(row)}
          style={{ top: `${((virtualizer.measurementsCache[row]?.start ?? 0) / total) * 100}%` }}
          onClick={() => goTo(row)}
        />
      ))}
    </div>
  );
}

function findMarks(rows: readonly ConversationRow[]): number[] {
  const prompts = rows.flatMap((row, at) => (row.type === "item" && row.isPrompt ? [at] : []));
  const step = Math.ceil(prompts.length / MINIMAP_MARKS_MAX);
  return prompts.filter((_, at) => at % step === 0);
}
