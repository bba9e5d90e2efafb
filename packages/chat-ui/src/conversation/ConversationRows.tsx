// The rows of a conversation in a list of which only what is in sight exists.
import { t } from "@parley/base";
import { elementScroll, measureElement, observeElementOffset, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, useRef, type KeyboardEvent } from "react";
import { Button } from "../parts/Button.tsx";
import { Loading } from "../parts/Loading.tsx";
import { useConversation } from "./conversation-context.ts";
import { ConversationItem } from "./ConversationItem.tsx";
import { estimateRow } from "./estimate-row.ts";
import { Minimap } from "./Minimap.tsx";
import type { ConversationRow } from "./rows.ts";
import { ToolGroup } from "./tools/ToolGroup.tsx";
import { TurnHead } from "./TurnHead.tsx";
import { useFollow } from "./use-follow.ts";
import { useTarget } from "./use-target.ts";
import { Working } from "./Working.tsx";

/** Nearer to the end than this counts as there. */
const END_PX = 32;
/** Rows above and below what is in sight. */
const OVERSCAN = 6;

export interface ConversationRowsProps {
  readonly rows: readonly ConversationRow[];
  /** The message to go to, by its number in the log. */
  readonly target: number | undefined;
  /** False while the history is on its way. */
  readonly isReady: boolean;
}

export function ConversationRows({ rows, target, isReady }: ConversationRowsProps) {
  const { view } = useConversation();
  const scroller = useRef<HTMLDivElement>(null);
  const { isAtEnd, isFollowing, isHeldAtEnd, jump, leave } = useFollow(scroller, END_PX);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => estimateRow(rows[at], view),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: OVERSCAN,
    anchorTo: "end",
    scrollEndThreshold: END_PX,
    directDomUpdates: true,
    // Rows are measured by their observer, all after one layout: at once, each would need a layout of its own.
    measureElement: (element, entry, list) =>
      entry === undefined
        ? (list.measurementsCache[list.indexFromElement(element)]?.size ?? 0)
        : measureElement(element, entry, list),
    // The list may still want to go to where the end was before a question or the plan took some of the height.
    scrollToFn: (offset, options, list) => {
      if (isHeldAtEnd() && list.scrollElement !== null) list.scrollElement.scrollTop = list.scrollElement.scrollHeight;
      else elementScroll(offset, options, list);
    },
    // Following the end is not scrolling: otherwise the list would be rendered twice more for each drawing.
    observeElementOffset: (list, tell) =>
      observeElementOffset(list, (offset, isScrolling) => tell(offset, isScrolling && !isFollowing())),
  });
  const goTo = (at: number) => {
    leave();
    virtualizer.scrollToIndex(at, { align: "start" });
  };
  const found = useTarget(rows, target, goTo);
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
        aria-label={t("Conversation")}
        aria-live="off"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={virtualizer.containerRef} className="conversation-rows">
          {virtualizer.getVirtualItems().map(({ key, index }) => (
            <PlacedRow key={key} row={rows[index]} index={index} measure={virtualizer.measureElement} found={found} />
          ))}
        </div>
        {rows.length === 0 && <Empty isReady={isReady} />}
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
          <ArrowDown size={14} aria-hidden /> {t("Jump to newest")}
        </Button>
      )}
    </div>
  );
}

function Empty({ isReady }: Pick<ConversationRowsProps, "isReady">) {
  if (!isReady) return <Loading label={t("Loading the conversation")} />;
  return <p className="conversation-empty">{t("No messages yet. Write below what you want done.")}</p>;
}

interface PlacedRowProps {
  readonly row: ConversationRow | undefined;
  readonly index: number;
  readonly measure: (element: HTMLDivElement | null) => void;
  /** The key of the row that was looked for. */
  readonly found: string | undefined;
}

function PlacedRow({ row, index, measure, found }: PlacedRowProps) {
  if (row === undefined) return null;
  return (
    <div
      ref={measure}
      data-index={index}
      className="conversation-row"
      aria-current={row.key === found ? "location" : undefined}
    >
      <Row row={row} />
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
