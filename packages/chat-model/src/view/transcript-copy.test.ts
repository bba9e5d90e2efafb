import { createTranscript } from "@parley/acp/transcript";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.ts";
import { TranscriptCopy } from "./transcript-copy.ts";

const text = fc.string({ minLength: 1, maxLength: 30 });
const id = fc.constantFrom("a", "b");

/** What an agent may do, in any order. */
const step: fc.Arbitrary<(session: SessionDriver) => void> = fc.oneof(
  text.map((value) => (session: SessionDriver) => session.prompt(value)),
  text.map((value) => (session: SessionDriver) => session.say(value)),
  text.map((value) => (session: SessionDriver) => session.think(value)),
  fc.constant((session: SessionDriver) =>
    session.update({
      sessionUpdate: "agent_message_chunk",
      content: { type: "image", data: "AAAA", mimeType: "image/png" },
    }),
  ),
  fc.tuple(id, fc.constantFrom("pending", "in_progress", "completed", "failed")).map(
    ([call, status]) =>
      (session: SessionDriver) =>
        session.tool(call, status, { content: [{ type: "terminal", terminalId: `t-${call}` }] }),
  ),
  fc.tuple(id, text).map(
    ([call, output]) =>
      (session: SessionDriver) =>
        session.record({ type: "terminal", terminalId: `t-${call}`, output }),
  ),
  id.map((question) => (session: SessionDriver) => session.ask(question, "a")),
  id.map((question) => (session: SessionDriver) => session.answer(question)),
  fc.constant((session: SessionDriver) => session.stop()),
  fc.nat({ max: 10 }).map((back) => (session: SessionDriver) => {
    const toSeq = Math.max(0, session.transcript.lastSeq - back);
    session.record({ type: "rewound", toSeq, turn: 1, files: [] });
  }),
  fc.constant((session: SessionDriver) => {
    const { lastSeq: undoes } = session.transcript;
    session.record({ type: "rewound", toSeq: undoes - 1, turn: 1, undoes, files: [] });
  }),
);

it("equals the transcript after any events, from any moment on, within any limits", () => {
  const limits = fc.record({
    itemsMax: fc.integer({ min: 1, max: 8 }),
    messageCharsMax: fc.integer({ min: 20, max: 200 }),
    terminalBytesMax: fc.integer({ min: 10, max: 100 }),
  });
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 40 }), (max, before, after) => {
      let copy = new TranscriptCopy(createTranscript().snapshot());
      const session = new SessionDriver(({ patches }) => patches.forEach((patch) => copy.apply(patch)), max);
      for (const act of before) act(session);
      copy = new TranscriptCopy(session.transcript.snapshot());
      for (const act of after) act(session);
      expect(copy.snapshot()).toEqual(session.transcript.snapshot());
      expect(copy.ids).toEqual(copy.items.map((item) => item.id));
    }),
  );
});

it("keeps unchanged items and lists as they are", () => {
  const copy = new TranscriptCopy(createTranscript().snapshot());
  const session = new SessionDriver(({ patches }) => patches.forEach((patch) => copy.apply(patch)));
  session.prompt("go");
  session.say("a");
  const { items, terminals } = copy;
  session.record({ type: "note", level: "info", text: "x" });
  expect(copy.items.slice(0, 2)).toEqual(items);
  expect(copy.items[0]).toBe(items[0]);
  expect(copy.terminals).toBe(terminals);
});
