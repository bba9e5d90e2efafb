// The last line of a session for lists (text, tool call or error), and how its last turn ended.
import type { ContentBlock, RewoundEvent, SessionEvent, StopEvent } from "@parley/acp";
import { toTitle } from "@parley/home/session-log";
import type { HubSession } from "../api/sessions.ts";
import {
  LAST_LINE_CHARS_MAX,
  LAST_LINE_EVERY_MS,
  LAST_LINE_SOURCE_CHARS,
  LAST_LINE_TURNS_MAX,
} from "../live-limits.ts";

export type LastSaid = Pick<HubSession, "lastLine" | "lastTurn">;

const CLEARED: LastSaid = { lastLine: "Conversation cleared", lastTurn: undefined };
/** The turn that is now the last one is no longer known here; the next prompt will set it. */
const REWOUND: LastSaid = { lastLine: "Rewound to an earlier prompt", lastTurn: undefined };
const REWOUND_TO_START: LastSaid = { lastLine: "Rewound to the start", lastTurn: undefined };

/** Lines of Markdown without words: fences, rules, borders of tables. */
const MARKS_ONLY = /^[\s`~*_=|:+-]*$/u;
/** Marks of headings, lists, quotes and tables at the start of a line; of emphasis and code anywhere. */
const LEADING_MARKS = /^\s*(?:[#>|]+\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)+/u;
const INLINE_MARKS = /\*\*|__|`/gu;

export class LastLine {
  /** The end of the answer that is being streamed. */
  #tail = "";
  #toldMs = -Infinity;
  /** The last line after each of the latest turns, because a rewind makes one of them the last again. */
  #ends: { readonly seq: number; readonly said: LastSaid }[] = [];
  #now: LastSaid = {};

  /** Returns a change if it is due. Runs for every streamed chunk; the work does not grow with the answer. */
  note(event: SessionEvent): LastSaid | undefined {
    const said = this.#read(event);
    if (said === undefined) return undefined;
    this.#now = { ...this.#now, ...said };
    if (event.type === "stop" || event.type === "cleared" || event.type === "rewound") {
      this.#ends.push({ seq: event.seq, said: this.#now });
      if (this.#ends.length > LAST_LINE_TURNS_MAX) this.#ends.shift();
    }
    return said;
  }

  #read(event: SessionEvent): LastSaid | undefined {
    if (event.type === "update") return this.#noteUpdate(event.update, event.at);
    if (event.type === "stop") return { ...this.#said(toErrorLine(event) ?? toLastLine(this.#tail)), ...endOf(event) };
    if (event.type === "prompt") return this.#said(toLine(textOf(event.prompt)));
    if (event.type !== "cleared" && event.type !== "rewound") return undefined;
    this.#tail = "";
    return event.type === "cleared" ? CLEARED : this.#saidAt(event);
  }

  #saidAt({ toSeq, turn, undoes }: RewoundEvent): LastSaid {
    if (turn <= 1 && undoes === undefined) return REWOUND_TO_START;
    return this.#ends.findLast(({ seq }) => seq <= toSeq)?.said ?? REWOUND;
  }

  #noteUpdate(update: Extract<SessionEvent, { type: "update" }>["update"], at: number): LastSaid | undefined {
    if (update.sessionUpdate === "agent_message_chunk") {
      if (update.content.type !== "text") return undefined;
      this.#tail += update.content.text;
      if (this.#tail.length > 2 * LAST_LINE_SOURCE_CHARS) this.#tail = endAtWord(this.#tail);
      return undefined;
    }
    if (update.sessionUpdate !== "tool_call") return undefined;
    this.#tail = "";
    // Every surface is notified, so a burst of calls counts as one.
    if (at - this.#toldMs < LAST_LINE_EVERY_MS) return undefined;
    this.#toldMs = at;
    return this.#said(toLine(update.title));
  }

  #said(lastLine: string | undefined): LastSaid {
    this.#tail = "";
    return lastLine === undefined ? {} : { lastLine };
  }
}

function endOf({ stopReason }: StopEvent): LastSaid {
  if (stopReason === undefined) return { lastTurn: "failed" };
  return { lastTurn: stopReason === "cancelled" ? "cancelled" : "completed" };
}

function toErrorLine({ error }: StopEvent): string | undefined {
  return error === undefined ? undefined : toLine(error.message);
}

/** Not starting within a word, because half a secret would not be recognised. */
function endAtWord(text: string): string {
  const end = text.slice(-LAST_LINE_SOURCE_CHARS);
  return end.slice(end.search(/\s/u) + 1);
}

function textOf(prompt: readonly ContentBlock[]): string {
  return prompt.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

/** The last line that has words, without its marks. */
function toLastLine(text: string): string | undefined {
  const said = text.split("\n").findLast((line) => !MARKS_ONLY.test(line));
  return said === undefined ? undefined : toLine(said.replace(LEADING_MARKS, "").replaceAll(INLINE_MARKS, ""));
}

/** Secrets are redacted, as in titles. */
function toLine(text: string): string | undefined {
  return toTitle(text, LAST_LINE_CHARS_MAX);
}
