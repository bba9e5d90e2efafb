// Records prompts: as the user wrote them, and as the model got them where that differs.
import type { ContentBlock, SessionUpdate } from "@parley/acp";
import { createId } from "@parley/base";
import { toPromptTitle } from "@parley/home/session-log";
import type { UserMessage, UserPart } from "../models/message.ts";
import type { AgentSession } from "./agent-session.ts";
import { readMeta, textBlock, withMeta, type Block, type OwnMeta } from "../sessions/wire.ts";

interface RecordedPrompt {
  /** The model does not see it, or sees its expansion instead. */
  readonly isCommand: boolean;
  /** Its number in the client's log. */
  readonly seq: number | undefined;
}

export function recordPrompt(session: AgentSession, blocks: readonly Block[], prompt: RecordedPrompt): void {
  const { isCommand, seq } = prompt;
  const [first = textBlock(""), ...others] = blocks;
  const marks = { ...(isCommand && { aside: true as const }), ...(seq !== undefined && { promptSeq: seq }) };
  const isMarked = isCommand || seq !== undefined;
  const marked = isMarked ? { ...first, ...withMeta({ ...readMeta(first), ...marks }) } : first;
  session.recorder.record({ type: "prompt", prompt: [marked, ...others] as ContentBlock[] });
  if (!isCommand) giveTitle(session, blocks);
}

/** The command itself was recorded before. */
export function recordExpansion(session: AgentSession, heard: readonly UserPart[]): void {
  keep(session, heard, { isExpansion: true });
  giveTitle(session, [textBlock(describe(heard))]);
}

/** Only recorded: the client already shows it. */
export function recordLatePrompt(session: AgentSession, { parts }: UserMessage): void {
  keep(session, parts, { beginsTurn: true });
}

/** Shows text to the user that the model does not see. */
export function showAside(session: AgentSession, text: string): void {
  session.recorder.update({
    sessionUpdate: "agent_message_chunk",
    messageId: createId(),
    content: textBlock(text),
    ...withMeta({ aside: true }),
  });
}

function keep(session: AgentSession, heard: readonly UserPart[], meta: OwnMeta): void {
  const content = textBlock(describe(heard));
  const update = { sessionUpdate: "user_message_chunk", messageId: createId(), content } as const;
  session.recorder.record({
    type: "update",
    update: { ...update, ...withMeta({ heard, ...meta }) } as SessionUpdate,
  });
}

function describe(parts: readonly UserPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

function giveTitle(session: AgentSession, blocks: readonly Block[]): void {
  if (session.title !== undefined) return;
  const said = blocks.filter((block) => readMeta(block).history !== true);
  const title = toPromptTitle(said as readonly ContentBlock[]);
  if (title === undefined) return;
  session.title = title;
  session.recorder.update({ sessionUpdate: "session_info_update", title });
}
