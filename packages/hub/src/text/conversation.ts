// The conversation of a session, message by message, from its events.
import type { ContentBlock, SessionEvent, SessionUpdate } from "@parley/acp";
import type { HubSession, Sessions } from "../api/sessions.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { truncateStart } from "@parley/base";
import { EVENTS_PAGE, MESSAGE_CHARS_MAX, MESSAGES_MAX } from "../limits.ts";

export interface Said {
  readonly by: "user" | "agent";
  readonly text: string;
}

export interface ConversationRange {
  /** Only events after this one. */
  readonly after?: number | undefined;
  /** Events that no longer count. */
  readonly abandoned?: HubSession["abandoned"];
}

/** Without thoughts and tool calls: what the agent said around them in one turn is one message. */
export async function readConversation(
  sessions: Pick<Sessions, "events">,
  sessionId: string,
  { after = 0, abandoned }: ConversationRange = {},
): Promise<readonly Said[]> {
  return collectConversation(readPages(sessions, sessionId, { after, abandoned }));
}

async function* readPages(
  sessions: Pick<Sessions, "events">,
  sessionId: string,
  { after, abandoned }: ConversationRange & { readonly after: number },
): AsyncGenerator<SessionEvent, void, undefined> {
  for (let cursor = after; ;) {
    const page = await sessions.events(sessionId, { after: cursor, limit: EVENTS_PAGE });
    for (const { event } of page) {
      if (!isAbandoned({ abandoned }, event.seq)) yield event;
      cursor = event.seq;
    }
    if (page.length === 0) return;
  }
}

/** From all events of a log: only those after the last clearing count. */
export async function collectConversation(events: AsyncIterable<SessionEvent>): Promise<readonly Said[]> {
  const messages: Said[] = [];
  const reader = createReader((said) => {
    // The first message says what the conversation is about.
    if (messages.length >= MESSAGES_MAX) messages.splice(1, 1);
    messages.push(said);
  });
  for await (const event of events) {
    reader.take(event);
    if (event.type === "cleared") messages.length = 0;
  }
  reader.end();
  return messages;
}

/** Everything that the agent said, in order. */
export function agentText(conversation: readonly Said[]): string {
  const said = conversation.filter(({ by }) => by === "agent").map(({ text }) => text);
  return truncateStart(said.join("\n\n"), MESSAGE_CHARS_MAX);
}

function blocksToText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockToText).join("\n");
}

interface Reader {
  take(event: SessionEvent): void;
  end(): void;
}

function createReader(onMessage: (said: Said) => void): Reader {
  let by: Said["by"] = "agent";
  let text = "";
  let lastId: string | undefined;
  let isInterrupted = false;
  let isTurn = false;
  const end = (): void => {
    if (text.trim() !== "") onMessage({ by, text: truncateStart(text.trim(), MESSAGE_CHARS_MAX) });
    text = "";
    isInterrupted = false;
  };
  const add = (speaker: Said["by"], piece: string, id?: string | null): void => {
    if (speaker !== by) end();
    const isOther = isInterrupted || (id ?? undefined) !== lastId;
    by = speaker;
    lastId = id ?? undefined;
    isInterrupted = false;
    // Some agents separate their messages themselves.
    const isParted = text === "" || text.endsWith("\n") || piece.startsWith("\n");
    text += (isOther && !isParted ? "\n\n" : "") + piece;
    // Not for every chunk: cutting costs as much as the text is long.
    if (text.length > 2 * MESSAGE_CHARS_MAX) text = truncateStart(text, MESSAGE_CHARS_MAX);
  };
  const takeUpdate = (update: SessionUpdate): void => {
    if (update.sessionUpdate === "agent_message_chunk") add("agent", blockToText(update.content), update.messageId);
    else if (update.sessionUpdate === "user_message_chunk") {
      // During a turn it repeats the prompt.
      if (!isTurn) add("user", blockToText(update.content), update.messageId);
    } else if (update.sessionUpdate === "tool_call") isInterrupted = true;
  };
  return {
    take: (event) => {
      if (event.type === "prompt") {
        end();
        isTurn = true;
        add("user", blocksToText(event.prompt));
        end();
      } else if (event.type === "update") takeUpdate(event.update);
      else if (event.type === "stop") {
        end();
        isTurn = false;
      }
    },
    end,
  };
}

function blockToText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return `[${block.name}](${block.uri})`;
    case "resource":
      return `[${block.resource.uri}]`;
    case "image":
    case "audio":
      return `[${block.type}]`;
    case undefined:
      return "";
  }
}
