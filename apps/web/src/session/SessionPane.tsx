// The tabs beside a conversation: one in front, each loaded when it is first opened, as wide as the person wants.
import type { SessionView } from "@parley/chat-model";
import { Button, FailureBoundary, lazyPart, Loading, useView } from "@parley/chat-ui";
import { X } from "lucide-react";
import { useId } from "react";
import { useLocation } from "wouter";
import { closedTabs, frontTab, isPaneOpen, openTab, paneWidth } from "../state/layout.ts";
import { sessionPath } from "../state/routes.ts";
import { PaneEdge } from "./PaneEdge.tsx";
import { PaneTabs } from "./PaneTabs.tsx";
import { TABS } from "./tabs.ts";
import "./SessionPane.css";

const SHOWN_TABS = TABS.map(({ load, ...tab }) => ({
  ...tab,
  Content: lazyPart(load, <Loading label="Loading" />),
}));

export interface SessionPaneProps {
  readonly sessionId: string;
  readonly view: SessionView;
  readonly tab: string | undefined;
  /** The conversation is there: the tab in front is loaded after it. */
  readonly isReady: boolean;
}

export function SessionPane({ sessionId, view, tab, isReady }: SessionPaneProps) {
  const [, navigate] = useLocation();
  const id = useId();
  const remembered = useView(frontTab, ({ value }) => value);
  const isOpen = useView(isPaneOpen, ({ value }) => value) || tab !== undefined;
  const width = useView(paneWidth, ({ value }) => value);
  const closed = useView(closedTabs, ({ value }) => value);
  // One that the address names is open, whatever was closed earlier.
  const shown = SHOWN_TABS.filter((each) => each.id === tab || !closed.includes(each.id));
  const front = shown.find((each) => each.id === (tab ?? remembered)) ?? shown[0];
  if (!isOpen || front === undefined) return null;
  const show = (next: string) => {
    openTab(next);
    navigate(sessionPath(sessionId, next), { replace: true });
  };
  const closeTab = (tabId: string) => {
    const left = shown.filter((each) => each.id !== tabId);
    const next = front.id === tabId ? (left[shown.indexOf(front)] ?? left.at(-1)) : front;
    // After the last tab was closed, the pane opens with all of them again.
    closedTabs.set(next === undefined ? [] : [...closed, tabId]);
    if (next === undefined) close();
    else show(next.id);
  };
  const close = () => {
    isPaneOpen.set(false);
    navigate(sessionPath(sessionId), { replace: true });
  };
  return (
    <section className="session-pane" aria-label="Session details" data-region="Tabs" tabIndex={-1} style={{ width }}>
      <PaneEdge />
      <div className="session-pane-top">
        <PaneTabs
          idStart={id}
          shown={shown}
          closed={SHOWN_TABS.filter((each) => !shown.includes(each))}
          front={front.id}
          onShow={show}
          onClose={closeTab}
        />
        <Button look="quiet" className="session-pane-close" aria-label="Close the tabs" onClick={close}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <div className="session-pane-content" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${front.id}`}>
        <FailureBoundary key={front.id} name="this tab">
          {isReady ? <front.Content sessionId={sessionId} view={view} /> : <Loading label="Loading" />}
        </FailureBoundary>
      </div>
    </section>
  );
}
