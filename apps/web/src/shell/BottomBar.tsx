// On a phone: what is in front.
import { FileDiff, Inbox, List, MessageSquare } from "lucide-react";
import { useView } from "@parley/chat-ui";
import { useEffect, useState } from "react";
import { useServer } from "../server/page-server.ts";
import { sessionHref, toHref } from "../state/routes.ts";
import "./BottomBar.css";

export interface BottomBarProps {
  readonly sessionId: string | undefined;
  readonly tab: string | undefined;
  readonly path: string;
}

export function BottomBar({ sessionId, tab, path }: BottomBarProps) {
  const { questions } = useServer();
  const count = useView(questions, (list) => list.openCount);
  const last = useLast(sessionId);
  const entries = [
    { name: "Sessions", Icon: List, href: toHref("/"), isCurrent: path === "/" },
    { name: "Inbox", Icon: Inbox, href: toHref("/inbox"), isCurrent: path === "/inbox" },
    { name: "Chat", Icon: MessageSquare, href: last && sessionHref(last), isCurrent: sessionId && tab === undefined },
    {
      name: "Changes",
      Icon: FileDiff,
      href: last && sessionHref(last, "changes"),
      isCurrent: sessionId && tab !== undefined,
    },
  ];
  return (
    <nav className="bottom-bar" aria-label="Views">
      {entries.map(({ name, Icon, href, isCurrent }) => (
        <a
          key={name}
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          aria-disabled={href === undefined ? true : undefined}
        >
          <Icon size={20} aria-hidden="true" />
          {name}
          {name === "Inbox" && count > 0 && (
            <span className="bottom-bar-count" aria-hidden="true">
              {count}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** The session that was open last, to come back to. */
function useLast(sessionId: string | undefined): string | undefined {
  const [last, setLast] = useState(sessionId);
  useEffect(() => {
    if (sessionId !== undefined) setLast(sessionId);
  }, [sessionId]);
  return sessionId ?? last;
}
