import { createEventSequence, type SessionEventBody, type SessionUpdate } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import { describe, expect, it } from "vitest";
import { toShownBatch } from "./to-shown-batch.ts";

const update = (fields: object): SessionEventBody => ({ type: "update", update: fields as SessionUpdate });
const chunk = (sessionUpdate: string, text: string): SessionEventBody =>
  update({ sessionUpdate, content: { type: "text", text } });
const say = (text: string): SessionEventBody => chunk("agent_message_chunk", text);
const think = (text: string): SessionEventBody => chunk("agent_thought_chunk", text);
const tool = (status: string): SessionEventBody =>
  update({
    sessionUpdate: status === "pending" ? "tool_call" : "tool_call_update",
    toolCallId: "1",
    title: "t",
    status,
  });

const TURN: readonly SessionEventBody[] = [
  { type: "prompt", prompt: [{ type: "text", text: "go" }] },
  ...["hm", ", ", "well"].map(think),
  ...["I ", "look", " at it"].map(say),
  tool("pending"),
  tool("completed"),
  ...["It ", "is ", "fine"].map(say),
  { type: "stop", stopReason: "end_turn" },
];

function play(bodies: readonly SessionEventBody[]) {
  const transcript = createTranscript();
  const snapshot = transcript.snapshot();
  const events = createEventSequence("session");
  return {
    snapshot,
    batch: applyEvents(
      transcript,
      bodies.map((body) => events.next(body)),
    ),
  };
}

describe("what goes to a view of a batch", () => {
  it("makes the same view as the batch, however it is cut", () => {
    const { snapshot, batch } = play(TURN);
    const whole = new SessionView(snapshot);
    whole.apply(batch);
    for (let size = 1; size <= batch.length; size += 1) {
      const view = new SessionView(snapshot);
      for (let at = 0; at < batch.length; at += size) view.apply(toShownBatch(batch.slice(at, at + size)));
      expect(view.snapshot()).toEqual(whole.snapshot());
    }
  });

  it("has each text once, and nothing that the view does not read", () => {
    const text = Array.from({ length: 1_000 }, (_, at) => `word ${at} `);
    const shown = toShownBatch(play([TURN[0] ?? say(""), ...text.map(say)]).batch);
    const size = JSON.stringify(shown).length;
    expect(size).toBeLessThan(text.join("").length + 2_000);
  });
});
