// Who answers, in which version, and when it began.
import { useView } from "../state/use-view.ts";
import { useConversation } from "./conversation-context.ts";
import { formatDate, formatTime, toName } from "./words.ts";
import "./TurnHead.css";

export function TurnHead({ at }: { readonly at: number }) {
  const { view } = useConversation();
  const agent = useView(view, ({ state }) => state.agent);
  const name = useAgentName();
  return (
    <div className="turn-head">
      <b className="turn-head-name">{name}</b>
      {agent?.version !== undefined && <span>{toName(agent.version)}</span>}
      <time title={formatDate(at)}>{formatTime(at)}</time>
    </div>
  );
}

/** As the agent calls itself. */
export function useAgentName(): string {
  const { view, agent: known } = useConversation();
  const agent = useView(view, ({ state }) => state.agent);
  return toName(agent?.title ?? known);
}
