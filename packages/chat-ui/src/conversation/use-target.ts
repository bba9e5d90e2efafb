// Goes to the message that was asked for, such as one that a search has found, and says in which row it is.
import { useEffect, useRef } from "react";
import { useConversation } from "./conversation-context.ts";
import type { ConversationRow } from "./rows.ts";

/** The key of its row; undefined if none was asked for. */
export function useTarget(
  rows: readonly ConversationRow[],
  seq: number | undefined,
  goTo: (row: number) => void,
): string | undefined {
  const { view } = useConversation();
  const seqOf = (id: number): number => view.item(id)?.item.seq ?? Infinity;
  const isBefore = (row: ConversationRow, wanted: number): boolean => {
    if (row.type === "working") return false;
    return seqOf(row.type === "item" ? row.id : (row.ids[0] ?? -1)) <= wanted;
  };
  // What is not shown, such as a note of a kind without a row, is behind the row before it.
  const at =
    seq === undefined
      ? -1
      : Math.max(
          0,
          rows.findLastIndex((row) => isBefore(row, seq)),
        );
  const latest = useRef({ at, goTo });
  latest.current = { at, goTo };
  const isThere = rows[at] !== undefined;
  useEffect(() => {
    if (seq !== undefined && isThere) latest.current.goTo(latest.current.at);
  }, [seq, isThere]);
  return rows[at]?.key;
}
