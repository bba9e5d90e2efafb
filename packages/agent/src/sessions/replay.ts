// A session as its client should see it again: the updates of its log, what was streamed in pieces put together.
import type { SessionEvent } from "@parley/acp";
import { REPLAY_CHARS_MAX } from "./limits.ts";
import { withoutTerminals } from "./replayed-call.ts";
import { readMeta, textBlock, type Block, type Update } from "./wire.ts";

/** What says how things stood then; the client is told how they stand now. */
const PASSING: ReadonlySet<string> = new Set([
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
  "usage_update",
  "notice",
]);

type Chunk = Extract<Update, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>;

export class Replayer {
  readonly #send: (update: Update) => void;
  #open: { readonly chunk: Chunk; readonly texts: string[]; chars: number } | undefined;

  constructor(send: (update: Update) => void) {
    this.#send = send;
  }

  add(event: SessionEvent): void {
    if (event.type === "prompt") {
      this.end();
      for (const block of event.prompt as readonly Block[]) {
        this.#send({ sessionUpdate: "user_message_chunk", messageId: `prompt-${event.seq}`, content: bare(block) });
      }
    } else if (event.type === "update") this.#addUpdate(event.update as Update);
  }

  end(): void {
    if (this.#open === undefined) return;
    const { chunk, texts } = this.#open;
    this.#open = undefined;
    this.#send({ ...chunk, content: textBlock(texts.join("")) });
  }

  #addUpdate(update: Update): void {
    const { sessionUpdate } = update;
    if (PASSING.has(sessionUpdate) || readMeta(update).isExpansion === true) return;
    if (sessionUpdate !== "agent_message_chunk" && sessionUpdate !== "agent_thought_chunk") {
      const shown = withoutTerminals(update);
      if (shown === undefined) return;
      this.end();
      this.#send(shown.sessionUpdate === "user_message_chunk" ? bare(shown) : shown);
      return;
    }
    if (update.content.type === "text") this.#addText(bare(update), update.content.text);
  }

  #addText(chunk: Chunk, text: string): void {
    if (text === "") return;
    const open = this.#open;
    if (open === undefined || open.chars > REPLAY_CHARS_MAX || !isSame(open.chunk, chunk)) {
      this.end();
      this.#open = { chunk, texts: [text], chars: text.length };
      return;
    }
    open.texts.push(text);
    open.chars += text.length;
  }
}

function isSame(a: Chunk, b: Chunk): boolean {
  return a.sessionUpdate === b.sessionUpdate && a.messageId === b.messageId;
}

/** What we keep there is for the log. */
function bare<Value extends { readonly _meta?: unknown }>(value: Value): Value {
  if (value._meta === undefined) return value;
  const { _meta, ...rest } = value;
  return rest as Value;
}
