// The rows of a conversation in a list of which only what is in sight exists.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, useRef, type KeyboardEvent } from "react";
import { Button } from "../parts/Button.tsx";
import { useConversation } from "./conversation-context.ts";
import { ConversationItem } from "./ConversationItem.tsx";
import { estimateRow } from "./estimate-row.ts";
import { Minimap } from "./Minimap.tsx";
import type { ConversationRow } from "./rows.ts";
import { ToolGroup } from "./tools/ToolGroup.tsx";
import { TurnHead } from "./TurnHead.tsx";
import { useFollow } from "./use-follow.ts";
import { Working } from "./Working.tsx";

/** Nearer to the end than this counts as there. */
const END_PX = 32;
/** Rows above and below what is in sight. */
const OVERSCAN = 6;

export function ConversationRows({ rows }: { readonly rows: readonly ConversationRow[] }) {
  const { view } = useConversation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => estimateRow(rows[at], view),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: OVERSCAN,
    anchorTo: "end",
    scrollEndThreshold: END_PX,
    directDomUpdates: true,
  });
  const { isAtEnd, jump, leave } = useFollow(scroller, END_PX);
  const goTo = (at: number) => {
    leave();
    virtualizer.scrollToIndex(at, { align: "start" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const at = findPrompt(rows, virtualizer.range?.startIndex ?? 0, event.key === "ArrowUp" ? -1 : 1);
    if (at === undefined) jump();
    else goTo(at);
  };
  return (
    <div className="conversation-middle">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div
        ref={scroller}
        className="conversation-log"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={virtualizer.containerRef} className="conversation-rows">
          {virtualizer.getVirtualItems().map(({ key, index }) => {
            const row = rows[index];
            return (
              row && (
                <div key={key} ref={virtualizer.measureElement} data-index={index} className="conversation-row">
                  <Row row={row} />
                </div>
              )
            );
          })}
        </div>
        {rows.length === 0 && <p className="conversation-empty">Nothing said yet. Write below what you want done.</p>}
      </div>
      <Minimap
        rows={rows}
        virtualizer={virtualizer}
        goTo={goTo}
        totalPx={virtualizer.getTotalSize()}
        isScrolling={virtualizer.isScrolling}
      />
      {!isAtEnd && (
        <Button className="conversation-jump" onClick={jump}>
          <ArrowDown size={14} aria-hidden /> Jump to newest
        </Button>
      )}
    </div>
  );
}

const Row = memo(function Row({ row }: { readonly row: ConversationRow }) {
  switch (row.type) {
    case "item":
      return <ConversationItem id={row.id} isFirst={row.isFirst} />;
    case "tools":
      return <Tools row={row} />;
    case "working":
      return <Working />;
  }
});

function Tools({ row }: { readonly row: Extract<ConversationRow, { type: "tools" }> }) {
  const { view } = useConversation();
  const { at = 0, seq = 0 } = view.item(row.ids[0] ?? 0)?.item ?? {};
  return (
    <>
      {row.isFirst && <TurnHead at={at} seq={seq} />}
      <ToolGroup ids={row.ids} />
    </>
  );
}

/** The prompt before or after a row; undefined behind the last one. */
function findPrompt(rows: readonly ConversationRow[], from: number, step: 1 | -1): number | undefined {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row?.type === "item" && row.isPrompt) return at;
  }
  return step === -1 ? 0 : undefined;
}
