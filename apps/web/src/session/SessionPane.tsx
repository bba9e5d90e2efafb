// The tabs beside a conversation: one in front, each loaded when it is first opened, as wide as the person wants.
import type { SessionView } from "@parley/chat-model";
import { Button, Loading, useView } from "@parley/chat-ui";
import { X } from "lucide-react";
import { lazy, Suspense, useId, useRef, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { frontTab, isPaneOpen, paneWidth } from "../state/layout.ts";
import { sessionPath } from "../state/routes.ts";
import { PaneEdge } from "./PaneEdge.tsx";
import { TABS } from "./tabs.ts";
import "./SessionPane.css";

const SHOWN_TABS = TABS.map(({ load, ...tab }) => ({
  ...tab,
  Content: lazy(async () => ({ default: await load() })),
}));

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export interface SessionPaneProps {
  readonly sessionId: string;
  readonly view: SessionView;
  readonly tab: string | undefined;
}

export function SessionPane({ sessionId, view, tab }: SessionPaneProps) {
  const [, navigate] = useLocation();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const remembered = useView(frontTab, ({ value }) => value);
  const isOpen = useView(isPaneOpen, ({ value }) => value) || tab !== undefined;
  const width = useView(paneWidth, ({ value }) => value);
  const front = SHOWN_TABS.find((each) => each.id === (tab ?? remembered)) ?? SHOWN_TABS[0];
  if (!isOpen || front === undefined) return null;
  const show = (next: string) => {
    frontTab.set(next);
    navigate(sessionPath(sessionId, next), { replace: true });
  };
  const close = () => {
    isPaneOpen.set(false);
    navigate(sessionPath(sessionId), { replace: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const at = (SHOWN_TABS.indexOf(front) + step + SHOWN_TABS.length) % SHOWN_TABS.length;
    show(SHOWN_TABS[at]?.id ?? front.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  return (
    <section className="session-pane" aria-label="Session details" data-region="Tabs" tabIndex={-1} style={{ width }}>
      <PaneEdge />
      <div className="session-pane-top">
        <div ref={list} className="session-pane-tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
          {SHOWN_TABS.map((each) => (
            <button
              key={each.id}
              type="button"
              role="tab"
              id={`${id}${each.id}`}
              aria-selected={each === front}
              aria-controls={`${id}panel`}
              tabIndex={each === front ? 0 : -1}
              className="session-pane-tab"
              onClick={() => show(each.id)}
            >
              {each.title}
            </button>
          ))}
        </div>
        <Button look="quiet" className="session-pane-close" aria-label="Close the tabs" onClick={close}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <div className="session-pane-content" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${front.id}`}>
        <Suspense fallback={<Loading label="Loading" />}>
          <front.Content sessionId={sessionId} view={view} />
        </Suspense>
      </div>
    </section>
  );
}
