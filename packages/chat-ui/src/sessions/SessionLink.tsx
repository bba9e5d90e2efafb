// A session in a list: its state, its title as a link, what was last, and when. All of it can be clicked.
import { revealLine } from "@parley/base";
import { useId } from "react";
import type { SessionEntry } from "./session-entry.ts";
import { StateDot } from "./StateDot.tsx";
import { formatWhen, STATUS_WORDS } from "./words.ts";
import "./SessionLink.css";

export interface SessionLinkProps {
  readonly entry: SessionEntry;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly nowMs: number;
}

export function SessionLink({ entry, href, isCurrent, nowMs }: SessionLinkProps) {
  const id = useId();
  const { title, agent, status, line, updatedAtMs } = entry;
  const isLoud = status === "needs_you" || status === "failed" || status === "unread";
  return (
    <div className="session-link" data-status={status}>
      <StateDot status={status} />
      <a
        className="session-link-title"
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        aria-describedby={`${id}d`}
      >
        {revealLine(title)}
      </a>
      <time className="session-link-time" dateTime={new Date(updatedAtMs).toISOString()}>
        {formatWhen(updatedAtMs, nowMs)}
      </time>
      <span className="session-link-line" id={`${id}d`}>
        <span className={isLoud ? "session-link-status" : "parley-hidden"}>{STATUS_WORDS[status]} · </span>
        {line !== "" && `${revealLine(line)} · `}
        {revealLine(agent)}
      </span>
    </div>
  );
}
