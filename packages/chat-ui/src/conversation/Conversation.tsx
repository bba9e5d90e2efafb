// The conversation: every item of a session, the newest at the end. It follows what arrives until a person scrolls up.
import type { SessionView } from "@parley/chat-model";
import { useMemo, useRef } from "react";
import { useView } from "../state/use-view.ts";
import { ConversationContext, type ConversationPlace } from "./conversation-context.ts";
import type { ConversationPort } from "./conversation-port.ts";
import { ConversationRows } from "./ConversationRows.tsx";
import { OpenRows } from "./open-rows.ts";
import { Plan } from "./Plan.tsx";
import { RowList } from "./rows.ts";
import "./Conversation.css";

export interface ConversationProps {
  readonly view: SessionView;
  /** How the agent is called until it says so itself. */
  readonly agent: string;
  readonly port?: ConversationPort | undefined;
  /** The name of the person who looks at it, where it is known: their own prompts are from "You". */
  readonly person?: string | undefined;
  /** The message to go to, by its number in the log, once the history is there. */
  readonly target?: number | undefined;
  /** False while its history is on its way. */
  readonly isReady?: boolean | undefined;
  /** Parts that can be left out; shown unless said otherwise. */
  readonly display?: { readonly plan: boolean; readonly thoughts: boolean } | undefined;
}

const NO_PORT: ConversationPort = {};

export function Conversation({
  view,
  agent,
  port = NO_PORT,
  person,
  target,
  isReady = true,
  display,
}: ConversationProps) {
  const open = useRef<OpenRows>(undefined);
  open.current ??= new OpenRows();
  const hidesThoughts = display?.thoughts === false;
  const rowList = useMemo(() => ({ view, list: new RowList({ hidesThoughts }) }), [view, hidesThoughts]);
  const rows = useView(view, (all) => rowList.list.update(all));
  const place = useMemo(
    (): ConversationPlace => ({ view, port, agent, person, open: open.current ?? new OpenRows() }),
    [view, port, agent, person],
  );
  return (
    <ConversationContext value={place}>
      <div className="conversation">
        {display?.plan !== false && <Plan />}
        <ConversationRows rows={rows} target={target} isReady={isReady} />
      </div>
    </ConversationContext>
  );
}
