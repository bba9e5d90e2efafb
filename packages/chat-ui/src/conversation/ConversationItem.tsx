// One item of the conversation, drawn by its kind.
import { textOfBlocks, type SessionView } from "@parley/chat-model";
import { useView } from "../state/use-view.ts";

export interface ConversationItemProps {
  readonly view: SessionView;
  readonly id: number;
  readonly agent: string;
}

export function ConversationItem({ view, id, agent }: ConversationItemProps) {
  const item = useView(view, (all) => all.item(id))?.item;
  if (item === undefined) return null;
  switch (item.type) {
    case "user_message":
    case "agent_message":
      return <article aria-label={item.type === "user_message" ? "You" : agent}>{textOfBlocks(item.blocks)}</article>;
    case "tool_call":
      return (
        <div role="group" aria-label={item.title ?? ""} data-kind={item.kind} data-status={item.status}>
          {item.title}
        </div>
      );
    case "thought":
    case "permission":
    case "elicitation":
    case "compaction":
    case "notice":
    case "stop":
    case "changes":
    case "note":
    case "agent_crashed":
    case "agent_restarted":
    case "unknown":
      return null;
  }
}
