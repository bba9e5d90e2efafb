// The conversation: every item of a session, the newest at the end.
import type { SessionView } from "@parley/chat-model";
import { useView } from "../state/use-view.ts";
import { ConversationItem } from "./ConversationItem.tsx";
import "./Conversation.css";

export interface ConversationProps {
  readonly view: SessionView;
  /** How the agent is called. */
  readonly agent: string;
}

export function Conversation({ view, agent }: ConversationProps) {
  const ids = useView(view, ({ ids: all }) => all);
  return (
    <div className="conversation" role="log" aria-label="Conversation">
      {ids.map((id) => (
        <ConversationItem key={id} view={view} id={id} agent={agent} />
      ))}
    </div>
  );
}
