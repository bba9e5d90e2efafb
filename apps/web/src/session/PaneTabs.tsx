// The row of tabs: arrow keys move between them, Delete or a middle click closes one, and a menu opens it again.
import { Menu } from "@parley/chat-ui";
import { Plus, X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { Tab } from "./tabs.ts";

export interface PaneTabsProps {
  /** Before the ids of the tabs and of their panel. */
  readonly idStart: string;
  readonly shown: readonly Pick<Tab, "id" | "title">[];
  readonly closed: readonly Pick<Tab, "id" | "title">[];
  readonly front: string;
  readonly onShow: (id: string) => void;
  readonly onClose: (id: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const MIDDLE_BUTTON = 1;

export function PaneTabs({ idStart, shown, closed, front, onShow, onClose }: PaneTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // Where there is no room for all, the one in front is in sight.
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [front]);
  const focus = (id: string) => requestAnimationFrame(() => document.getElementById(`${idStart}${id}`)?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ id }) => id === front);
    const isDelete = event.key === "Delete";
    const step = isDelete ? (at === shown.length - 1 ? -1 : 1) : STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = shown[(at + step + shown.length) % shown.length];
    if (isDelete) onClose(front);
    else if (next !== undefined) onShow(next.id);
    if (next !== undefined) focus(next.id);
  };
  return (
    <>
      <div ref={list} className="session-pane-tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
        {shown.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${idStart}${id}`}
            aria-selected={id === front}
            aria-controls={`${idStart}panel`}
            aria-keyshortcuts="Delete"
            tabIndex={id === front ? 0 : -1}
            className="session-pane-tab"
            onClick={() => onShow(id)}
            onAuxClick={({ button }) => button === MIDDLE_BUTTON && onClose(id)}
          >
            {title}
            {/* For the mouse: a button within a tab would be out of reach for the keyboard, which has Delete. */}
            <span
              className="session-pane-tab-close"
              aria-hidden="true"
              title={`Close ${title} (Delete)`}
              onClick={(event: MouseEvent) => {
                event.stopPropagation();
                onClose(id);
              }}
            >
              <X size={12} />
            </span>
          </button>
        ))}
      </div>
      {closed.length > 0 && (
        <Menu
          label="Open a closed tab"
          icon={<Plus size={16} aria-hidden="true" />}
          entries={closed.map(({ id, title }) => ({ id, title, run: () => onShow(id) }))}
        />
      )}
    </>
  );
}
