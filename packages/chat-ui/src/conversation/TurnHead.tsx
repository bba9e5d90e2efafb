// Who answers, in which version, and when it began.
import { memo } from "react";
import { useView } from "../state/use-view.ts";
import { useConversation } from "./conversation-context.ts";
import { formatDate, formatTime, toName } from "./words.ts";
import "./TurnHead.css";

export interface TurnHeadProps {
  readonly at: number;
  /** Number of the event that it stands above. */
  readonly seq: number;
}

export const TurnHead = memo(function TurnHead({ at, seq }: TurnHeadProps) {
  const { name, version } = useAgentOf(seq);
  return (
    <div className="turn-head">
      <b className="turn-head-name">{name}</b>
      {version !== undefined && <span>{toName(version)}</span>}
      <time title={formatDate(at)}>{formatTime(at)}</time>
    </div>
  );
});

interface ShownAgent {
  readonly name: string;
  readonly version?: string | undefined;
}

/** The agent that an event is of, as it calls itself: after a handover, earlier answers stay those of the earlier agent. */
export function useAgentOf(seq: number): ShownAgent {
  const { view, agent: known } = useConversation();
  const current = useView(view, ({ state }) => state.agent);
  const earlier = useView(view, ({ state }) => state.earlierAgents?.find(({ untilSeq }) => seq <= untilSeq));
  if (earlier !== undefined) return { name: toName(earlier.title ?? earlier.name), version: earlier.version };
  return { name: toName(current?.title ?? known), version: current?.version };
}
