// The top of the page: where one is, the command palette, the connection.
import { revealLine } from "@parley/base";
import { Button, useView } from "@parley/chat-ui";
import { Search } from "lucide-react";
import { useServer } from "../server/page-server.ts";
import { TABS } from "../session/tabs.ts";
import { dialogs } from "../state/dialogs.ts";
import { sessionHref, toHref } from "../state/routes.ts";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { PALETTE_KEY } from "./keys.ts";
import { PaneButton } from "./PaneButton.tsx";
import { SessionMenu } from "./SessionMenu.tsx";
import { ThemeButton } from "./ThemeButton.tsx";
import "./TopBar.css";

export function TopBar({ sessionId }: { readonly sessionId: string | undefined }) {
  return (
    <header className="top-bar" data-region="Top" tabIndex={-1}>
      <a className="top-bar-brand" href={toHref("/")}>
        Parley
      </a>
      {sessionId !== undefined && <Crumb sessionId={sessionId} />}
      <span className="top-bar-space" />
      <Button className="top-bar-palette" onClick={() => dialogs.open({ name: "palette" })} shortcut={PALETTE_KEY}>
        <Search size={14} aria-hidden="true" />
        <span className="top-bar-palette-words">Search or run a command</span>
      </Button>
      <ConnectionStatus />
      <ThemeButton />
      {sessionId !== undefined && TABS.length > 0 && <PaneButton />}
    </header>
  );
}

function Crumb({ sessionId }: { readonly sessionId: string }) {
  const { sessions } = useServer();
  const session = useView(sessions, (list) => list.get(sessionId));
  if (session === undefined) return null;
  const folder = session.working_dir.split(/[\\/]/).findLast(Boolean) ?? session.working_dir;
  return (
    <div className="top-bar-crumb">
      <span className="top-bar-folder" title={revealLine(session.working_dir)}>
        {revealLine(folder)}
      </span>
      <span className="top-bar-slash" aria-hidden="true">
        /
      </span>
      <h1 className="top-bar-title">
        <a href={sessionHref(sessionId)}>{revealLine(session.name)}</a>
      </h1>
      <SessionMenu session={session} />
    </div>
  );
}
