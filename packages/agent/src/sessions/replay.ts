// Replays a session from its log: the updates, with streamed pieces joined.
import type { SessionEvent } from "@parley/acp";
import { REPLAY_CHARS_MAX } from "../limits.ts";
import { withoutTerminals } from "./replayed-call.ts";
import { INTERRUPTED } from "./restored-step.ts";
import { readMeta, textBlock, type Block, type Update } from "./wire.ts";

/** Updates that describe a past state; the client gets the current one. */
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
  /** Calls that have not ended. */
  readonly #calls = new Set<string>();
  #open: { readonly chunk: Chunk; readonly texts: string[]; chars: number } | undefined;

  constructor(send: (update: Update) => void) {
    this.#send = send;
  }

  add(event: SessionEvent): void {
    // Calls that have not ended by then were interrupted.
    if (event.type === "prompt" || event.type === "stop") this.end();
    if (event.type === "prompt") {
      for (const block of event.prompt as readonly Block[]) {
        this.#send({ sessionUpdate: "user_message_chunk", messageId: `prompt-${event.seq}`, content: bare(block) });
      }
    } else if (event.type === "update") this.#addUpdate(event.update as Update);
  }

  /** `isRunning`: the turn and its calls are still running. */
  end(isRunning = false): void {
    this.#endText();
    if (isRunning) return;
    const rawOutput = [textBlock(INTERRUPTED)];
    for (const toolCallId of this.#calls) {
      this.#send({ sessionUpdate: "tool_call_update", toolCallId, status: "failed", rawOutput });
    }
    this.#calls.clear();
  }

  #endText(): void {
    if (this.#open === undefined) return;
    const { chunk, texts } = this.#open;
    this.#open = undefined;
    this.#send({ ...chunk, content: textBlock(texts.join("")) });
  }

  #noteCall(update: Update): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return;
    const { sessionUpdate, toolCallId, status } = update;
    if (status === "completed" || status === "failed") this.#calls.delete(toolCallId);
    else if (sessionUpdate === "tool_call") this.#calls.add(toolCallId);
  }

  #addUpdate(update: Update): void {
    const { sessionUpdate } = update;
    if (PASSING.has(sessionUpdate) || readMeta(update).isExpansion === true) return;
    if (sessionUpdate !== "agent_message_chunk" && sessionUpdate !== "agent_thought_chunk") {
      this.#noteCall(update);
      const shown = withoutTerminals(update);
      if (shown === undefined) return;
      this.#endText();
      this.#send(bare(shown));
      return;
    }
    if (update.content.type === "text") this.#addText(bare(update), update.content.text);
  }

  #addText(chunk: Chunk, text: string): void {
    if (text === "") return;
    const open = this.#open;
    if (open === undefined || open.chars > REPLAY_CHARS_MAX || !isSame(open.chunk, chunk)) {
      this.#endText();
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

/** Removes our `_meta`, which is for the log only. */
function bare<Value extends { readonly _meta?: unknown }>(value: Value): Value {
  const { _meta, ...rest } = value;
  return _meta === undefined ? value : (rest as Value);
}
