// Makes one of the chunks of a message that arrive together, so that what is made of them is the work of one.
import type { SessionEvent, UpdateEvent } from "@parley/acp";

interface Chunk {
  readonly event: UpdateEvent;
  readonly kind: "agent_message_chunk" | "agent_thought_chunk";
  readonly messageId: string | null | undefined;
  readonly text: string;
}

/** The same text in fewer events: of a run of chunks, the first, which may begin an item, and one with the text of all others. */
export function joinChunks(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const joined: SessionEvent[] = [];
  let last: Chunk | undefined;
  /** The text of the chunks since the first of the run. */
  let text = "";
  const endRun = (): void => {
    if (text !== "" && last !== undefined) joined.push(withText(last, text));
    text = "";
  };
  for (const event of events) {
    const chunk = toChunk(event);
    if (chunk !== undefined && chunk.kind === last?.kind && chunk.messageId === last.messageId) {
      text += chunk.text;
    } else {
      endRun();
      joined.push(event);
    }
    last = chunk;
  }
  endRun();
  return joined;
}

/** Undefined for anything but plain text of the agent. Without any text, it begins nothing. */
function toChunk(event: SessionEvent): Chunk | undefined {
  if (event.type !== "update") return undefined;
  const { update } = event;
  const { sessionUpdate: kind } = update;
  if (kind !== "agent_message_chunk" && kind !== "agent_thought_chunk") return undefined;
  const { content, messageId } = update;
  if (content.type !== "text" || content.text === "") return undefined;
  // Annotations keep texts apart.
  if ((content.annotations ?? null) !== null) return undefined;
  return { event, kind, messageId, text: content.text };
}

function withText({ event, kind, messageId }: Chunk, text: string): UpdateEvent {
  return { ...event, update: { sessionUpdate: kind, messageId, content: { type: "text", text } } };
}
