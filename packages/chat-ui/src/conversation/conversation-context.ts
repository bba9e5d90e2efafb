// What every row of a conversation knows.
import type { SessionView } from "@parley/chat-model";
import { createContext, useContext } from "react";
import { useView } from "../state/use-view.ts";
import type { ConversationPort } from "./conversation-port.ts";
import type { OpenRows } from "./open-rows.ts";

export interface ConversationPlace {
  readonly view: SessionView;
  readonly port: ConversationPort;
  readonly open: OpenRows;
  /** How the agent is called until it says so itself. */
  readonly agent: string;
  /** The name of the person who looks at it, where it is known. */
  readonly person: string | undefined;
}

export const ConversationContext = createContext<ConversationPlace | undefined>(undefined);

export function useConversation(): ConversationPlace {
  const place = useContext(ConversationContext);
  if (place === undefined) throw new Error("This component is outside of a conversation");
  return place;
}

/** Whether details are open, and a function that opens or closes them. */
export function useOpen(key: string, isOpenAtFirst = false): readonly [boolean, () => void] {
  const { open } = useConversation();
  const isOpen = useView(open, (rows) => rows.isOpen(key, isOpenAtFirst));
  return [isOpen, () => open.set(key, !isOpen)];
}
