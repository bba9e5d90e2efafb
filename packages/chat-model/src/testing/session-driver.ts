// Plays a session for tests: events with their patches, from one transcript, on a clock that stands still.
import { createEventSequence, type SessionEventBody, type SessionUpdate } from "@parley/acp";
import { createTranscript, type TranscriptOptions } from "@parley/acp/transcript";
import { createFakeClock, type FakeClock } from "@parley/test-support";
import type { AppliedEvent } from "../view/chat-view.ts";

export class SessionDriver {
  readonly clock: FakeClock = createFakeClock();
  readonly transcript;
  readonly #events = createEventSequence("session", { clock: this.clock });
  readonly #apply: (applied: AppliedEvent) => void;

  constructor(apply: (applied: AppliedEvent) => void, options: TranscriptOptions = {}) {
    this.#apply = apply;
    this.transcript = createTranscript(options);
  }

  record(body: SessionEventBody): void {
    const event = this.#events.next(body);
    this.#apply({ event, patches: this.transcript.apply(event) });
  }

  update(update: SessionUpdate): void {
    this.record({ type: "update", update });
  }

  prompt(text: string): void {
    this.record({ type: "prompt", prompt: [{ type: "text", text }] });
  }

  say(text: string): void {
    this.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  }

  think(text: string): void {
    this.update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
  }

  tool(toolCallId: string, status: string, fields: object = {}): void {
    this.update({ sessionUpdate: "tool_call", toolCallId, title: toolCallId, status, ...fields } as SessionUpdate);
  }

  ask(interactionId: string, toolCallId: string): void {
    const options = [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    this.record({ type: "permission_asked", interactionId, toolCall: { toolCallId }, options });
  }

  answer(interactionId: string, optionId = "yes"): void {
    const outcome = { outcome: "selected", optionId } as const;
    this.record({ type: "permission_answered", interactionId, outcome, by: "user" });
  }

  stop(stopReason = "end_turn"): void {
    this.record({ type: "stop", stopReason });
  }
}
