// One item of the conversation, drawn by its kind.
import { t } from "@parley/base";
import { toSeverity, type ItemView, readSentence } from "@parley/chat-model";
import { useView } from "../state/use-view.ts";
import { Answer } from "./Answer.tsx";
import { useConversation } from "./conversation-context.ts";
import { AgentNote } from "./notes/AgentNote.tsx";
import { AnsweredForm } from "./notes/AnsweredForm.tsx";
import { ChangesNote } from "./notes/ChangesNote.tsx";
import { CompactionNote } from "./notes/CompactionNote.tsx";
import { Note } from "./notes/Note.tsx";
import { StopNote } from "./notes/StopNote.tsx";
import { Prompt } from "./Prompt.tsx";
import { Thought } from "./Thought.tsx";
import { ToolRow } from "./tools/ToolRow.tsx";
import { TurnHead, useAgentOf } from "./TurnHead.tsx";

export interface ConversationItemProps {
  readonly id: number;
  readonly isFirst: boolean;
}

export function ConversationItem({ id, isFirst }: ConversationItemProps) {
  const { view } = useConversation();
  const shown = useView(view, (all) => all.item(id));
  // More may come only at the end of a running turn.
  const isOpen = useView(view, ({ state, ids }) => state.running && ids.at(-1) === id);
  if (shown === undefined) return null;
  return (
    <>
      {isFirst && <TurnHead at={shown.item.at} seq={shown.item.seq} />}
      <Item shown={shown} isOpen={isOpen} />
    </>
  );
}

function Item({ shown, isOpen }: { readonly shown: ItemView; readonly isOpen: boolean }) {
  const { item, ms } = shown;
  const { name: agent } = useAgentOf(item.seq);
  switch (item.type) {
    case "user_message":
      return <Prompt item={item} />;
    case "agent_message":
      return <Answer item={item} agent={agent} isOpen={isOpen} />;
    case "thought":
      return <Thought item={item} ms={ms} isThinking={isOpen} />;
    case "tool_call":
      return <ToolRow {...shown} item={item} />;
    case "elicitation":
      return <AnsweredForm item={item} />;
    case "compaction":
      return <CompactionNote item={item} />;
    case "notice":
      return <Note severity={toSeverity(item.severity)} text={item.title} detail={item.description ?? undefined} />;
    case "note":
      return <Note severity={toSeverity(item.level)} text={readSentence(item.text)} />;
    case "stop":
      return <StopNote item={item} ms={ms} />;
    case "changes":
      return <ChangesNote item={item} />;
    case "agent_crashed":
    case "agent_restarted":
      return <AgentNote item={item} />;
    case "permission":
      return null;
    case "unknown":
      return <Note severity="info" text={t("The agent sent an update of an unknown type.")} />;
  }
}
