import { createEventSequence, type ContentBlock, type SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { applyEvents } from "./apply-events.ts";
import { joinChunks } from "./join-chunks.ts";
import { SessionView } from "./session-view.ts";

type Kind = "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk";

interface Said {
  readonly kind: Kind;
  readonly text: string;
  readonly messageId?: string | undefined;
  readonly priority?: number | undefined;
}

function toEvents(all: readonly (Said | "note" | "stop")[]): SessionEvent[] {
  const sequence = createEventSequence("s", { clock: { now: () => 5 } });
  return all.map((one) => {
    if (one === "note") return sequence.next({ type: "note", level: "info", text: "x" });
    if (one === "stop") return sequence.next({ type: "stop", stopReason: "end_turn" });
    const { kind, text, messageId, priority } = one;
    const content: ContentBlock = { type: "text", text, ...(priority !== undefined && { annotations: { priority } }) };
    return sequence.next({
      type: "update",
      update: { sessionUpdate: kind, content, ...(messageId !== undefined && { messageId }) },
    });
  });
}

const say = (text: string): Said => ({ kind: "agent_message_chunk", text });

it("keeps the first chunk of a run, and makes one of the rest, with the number of the last", () => {
  const joined = joinChunks(toEvents([say("a"), say("b"), say("c"), "note", say("d")]));
  const texts = joined.map((event) =>
    event.type === "update" && "content" in event.update ? [event.seq, event.update.content] : event.seq,
  );
  expect(texts).toEqual([
    [1, { type: "text", text: "a" }],
    [3, { type: "text", text: "bc" }],
    4,
    [5, { type: "text", text: "d" }],
  ]);
});

it("makes no difference to the transcript, nor to what a view shows", () => {
  const kinds: readonly Kind[] = [
    "agent_message_chunk",
    "agent_message_chunk",
    "agent_thought_chunk",
    "user_message_chunk",
  ];
  const said = fc.record({
    kind: fc.constantFrom(...kinds),
    text: fc.constantFrom("a", "b ", "\n", ""),
    messageId: fc.constantFrom(undefined, undefined, "m"),
    priority: fc.constantFrom(undefined, undefined, undefined, 1),
  });
  const one = fc.oneof({ weight: 12, arbitrary: said }, fc.constant("note" as const), fc.constant("stop" as const));
  const property = fc.property(fc.array(one, { maxLength: 30 }), fc.nat(30), (all, cut) => {
    const events = toEvents(all);
    const [together, single] = [createTranscript(), createTranscript()];
    const [whole, each] = [new SessionView(together.snapshot()), new SessionView(single.snapshot())];
    for (const batch of [events.slice(0, cut), events.slice(cut)]) whole.apply(applyEvents(together, batch));
    for (const event of events) each.apply([{ event, patches: single.apply(event) }]);
    expect(together.snapshot()).toEqual(single.snapshot());
    expect(together.lastSeq).toBe(single.lastSeq);
    expect(whole.snapshot()).toEqual(each.snapshot());
  });
  fc.assert(property, { numRuns: 300 });
});
