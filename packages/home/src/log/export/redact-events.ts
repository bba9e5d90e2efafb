// Removes secrets from events that leave the log. Streamed text is assembled first: a token that arrived in two chunks
// could not be recognized in either.
import type { ContentBlock, SessionEvent } from "@parley/acp";
import { redact } from "@parley/policy";
import { REDACTED_RUN_CHARS } from "../../limits.ts";
import { redactFields } from "../redact-fields.ts";

export async function* redactEvents(events: AsyncIterable<SessionEvent>): AsyncGenerator<SessionEvent> {
  let run = new Run();
  for await (const event of events) {
    if (!run.takes(event)) {
      yield* run.end();
      run = new Run();
    }
    run.add(event);
  }
  yield* run.end();
}

/** A text that grows from event to event. */
interface Piece {
  readonly flow: string;
  readonly text: string;
  with(text: string): SessionEvent;
}

/** Updates that may come between two chunks of one message. */
const ASIDE: ReadonlySet<string | undefined> = new Set([
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "plan",
  "session_info_update",
  "usage_update",
]);

/** Consecutive events that carry one text. */
class Run {
  readonly #events: SessionEvent[] = [];
  #flow: string | undefined;
  #chars = 0;
  #endsWithBlank = true;

  takes(event: SessionEvent): boolean {
    if (this.#flow === undefined) return this.#events.length === 0;
    if (event.type === "update" && ASIDE.has(event.update.sessionUpdate)) return true;
    if (pieceOf(event)?.flow !== this.#flow) return false;
    // Between words if possible.
    return this.#chars < REDACTED_RUN_CHARS || (!this.#endsWithBlank && this.#chars < 4 * REDACTED_RUN_CHARS);
  }

  add(event: SessionEvent): void {
    this.#events.push(event);
    const piece = pieceOf(event);
    if (piece === undefined) return;
    this.#flow ??= piece.flow;
    this.#chars += piece.text.length;
    this.#endsWithBlank = /\s$/.test(piece.text);
  }

  /** If the text contains a secret, the first event gets all of it, and the others are empty. */
  *end(): Generator<SessionEvent> {
    const text = this.#events.map((event) => pieceOf(event)?.text ?? "").join("");
    const redacted = redact(text);
    let rest = redacted;
    for (const event of this.#events) {
      const piece = pieceOf(event);
      if (piece === undefined || redacted === text) yield redactFields(event);
      else {
        yield redactFields(piece.with(rest));
        rest = "";
      }
    }
  }
}

function pieceOf(event: SessionEvent): Piece | undefined {
  if (event.type === "terminal" && event.output !== undefined) {
    const flow = `terminal ${event.terminalId}`;
    return { flow, text: event.output, with: (output) => ({ ...event, output }) };
  }
  if (event.type !== "update") return undefined;
  const { update } = event;
  const { sessionUpdate } = update;
  if (
    sessionUpdate !== "agent_message_chunk" &&
    sessionUpdate !== "agent_thought_chunk" &&
    sessionUpdate !== "user_message_chunk"
  ) {
    return undefined;
  }
  const flow = `${sessionUpdate} ${update.messageId ?? ""}`;
  return toPiece(flow, update.content, (content) => ({ ...event, update: { ...update, content } }));
}

function toPiece(flow: string, content: ContentBlock, put: (content: ContentBlock) => SessionEvent): Piece | undefined {
  if (content.type !== "text") return undefined;
  return { flow, text: content.text, with: (text) => put({ ...content, text }) };
}
