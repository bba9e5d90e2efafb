// The left side: a new session, the search, open questions, all sessions, and the other pages.
import { Button, EmptyState, SessionList, useView } from "@parley/chat-ui";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { PageInbox } from "../inbox/PageInbox.tsx";
import { PAGES } from "../pages/pages.ts";
import { useServer } from "../server/page-server.ts";
import { dialogs } from "../state/dialogs.ts";
import { sessionHref, toHref } from "../state/routes.ts";
import { SessionSearch } from "./SessionSearch.tsx";
import { useSessionEntries } from "./use-session-entries.ts";
import "./Sidebar.css";

export interface SidebarProps {
  readonly sessionId: string | undefined;
  readonly path: string;
}

export function Sidebar({ sessionId, path }: SidebarProps) {
  const { sessions } = useServer();
  const isLoaded = useView(sessions, (list) => list.isLoaded);
  const entries = useSessionEntries();
  const [query, setQuery] = useState("");
  const [, navigate] = useLocation();
  return (
    <div className="sidebar">
      <nav className="sidebar-sessions" aria-label="Sessions" data-region="Sessions" tabIndex={-1}>
        <div className="sidebar-top">
          <Button className="sidebar-new" shortcut="N" onClick={() => dialogs.open({ name: "new-session" })}>
            <Plus size={16} aria-hidden="true" />
            <span className="sidebar-new-words">New session</span>
          </Button>
          <SessionSearch.Field query={query} onChange={setQuery} />
        </div>
        {(query.trim() === "" || path === "/inbox") && (
          <PageInbox besideSessionId={sessionId} showsEmpty={path === "/inbox"} />
        )}
        {query.trim() !== "" && <SessionSearch.Results query={query} entries={entries} currentId={sessionId} />}
        {query.trim() === "" && entries.length > 0 && (
          <SessionList entries={entries} currentId={sessionId} hrefOf={sessionHref} />
        )}
        {query.trim() === "" && isLoaded && entries.length === 0 && (
          <EmptyState title="No sessions yet">
            <p>Sessions from this page, the terminal and editors all appear here.</p>
            <Button look="primary" className="sidebar-guide" onClick={() => navigate("/guide")}>
              Take the two-minute guide
            </Button>
          </EmptyState>
        )}
      </nav>
      {PAGES.length > 0 && (
        <nav className="sidebar-pages" aria-label="Pages">
          {PAGES.map(({ path: own, title }) => (
            <a key={own} href={toHref(own)} aria-current={path.startsWith(own) ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
