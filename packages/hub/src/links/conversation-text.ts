// The conversation so far, for an agent that was not part of it: messages, tool calls and files.
import { describeReview, type ContentBlock, type SessionEvent, type SessionUpdate } from "@parley/acp";
import { HISTORY_CHARS_MAX, HISTORY_FILES_MAX, HISTORY_MESSAGE_CHARS_MAX } from "../limits.ts";

interface Part {
  readonly who: "User" | "Agent" | "Agent used";
  text: string;
  readonly messageId: string | undefined;
}

export class ConversationText {
  readonly #parts: Part[] = [];
  readonly #files = new Set<string>();

  add(event: SessionEvent): void {
    if (event.type === "cleared") this.#clear();
    else if (event.type === "prompt") this.#say("User", textOf(event.prompt), undefined);
    else if (event.type === "compacted" && event.summary !== undefined)
      this.#say("Agent", textOf(event.summary), undefined);
    else if (event.type === "review" && event.action !== "keep")
      this.#say("User", `(${describeReview(event)})`, undefined);
    else if (event.type === "changes") for (const { path } of event.files) this.#files.add(path);
    else if (event.type === "update") this.#addUpdate(event.update);
  }

  /** Undefined: nothing was said. */
  toText(): string | undefined {
    const said = this.#parts.map(({ who, text }) => `${who}: ${shorten(text)}`).filter((line) => !line.endsWith(": "));
    if (said.length === 0) return undefined;
    let chars = 0;
    let from = said.length;
    // The latest messages are the most important.
    while (from > 0 && chars + (said[from - 1]?.length ?? 0) <= HISTORY_CHARS_MAX)
      chars += said[(from -= 1)]?.length ?? 0;
    const left = from === 0 ? [] : [`(${from} earlier messages omitted)`];
    const files = [...this.#files].slice(-HISTORY_FILES_MAX);
    return [
      "This conversation started without you, with another agent or in another process. Here is what was said and done so far:",
      ...left,
      ...said.slice(from),
      ...(files.length === 0 ? [] : [`Files that were read or changed: ${files.join(", ")}`]),
      "The conversation continues below. Answer as if you had been part of it all along.",
    ].join("\n\n");
  }

  #clear(): void {
    this.#parts.length = 0;
    this.#files.clear();
  }

  #addUpdate(update: SessionUpdate): void {
    if (update.sessionUpdate === "user_message_chunk") {
      this.#say("User", textOf([update.content]), update.messageId ?? undefined);
    } else if (update.sessionUpdate === "agent_message_chunk") {
      this.#say("Agent", textOf([update.content]), update.messageId ?? undefined);
    } else if (update.sessionUpdate === "tool_call") {
      for (const { path } of update.locations ?? []) this.#files.add(path);
      this.#parts.push({ who: "Agent used", text: update.title, messageId: update.toolCallId });
    }
  }

  #say(who: "User" | "Agent", text: string, messageId: string | undefined): void {
    const last = this.#parts.at(-1);
    // Chunks of one message are joined.
    if (last?.who === who && who === "Agent" && (messageId === undefined || last.messageId === messageId)) {
      if (last.text.length < HISTORY_CHARS_MAX) last.text += text;
    } else this.#parts.push({ who, text, messageId });
  }
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map(toText).join("");
}

function toText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "resource_link") return ` [${block.uri}] `;
  return block.type === "resource" ? ` [${block.resource.uri}] ` : ` [${block.type ?? "something"}] `;
}

function shorten(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= HISTORY_MESSAGE_CHARS_MAX) return trimmed;
  const half = HISTORY_MESSAGE_CHARS_MAX / 2;
  return `${trimmed.slice(0, half)} … ${trimmed.slice(-half)}`;
}
