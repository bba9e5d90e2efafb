import { createEventSequence, formatSessionEvent, type SessionEvent, type SessionEventBody } from "@parley/acp";
import type { LoggedEvent } from "@parley/hub";
import { expect, it } from "vitest";
import { toFrames } from "./frames.ts";

const sequence = createEventSequence("s");

function log(...bodies: readonly SessionEventBody[]): LoggedEvent[] {
  return bodies.map((body) => {
    const event = sequence.next(body);
    return { event, line: formatSessionEvent(event) };
  });
}

function paramsOf(text: string | undefined): unknown {
  return (JSON.parse(text ?? "null") as { params: unknown }).params;
}

it("sends updates as they are in the log, with their number", () => {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: 'a "quoted" }}' } } as const;
  const events = log({ type: "update", update });
  const { frames, isPlain } = toFrames(events);
  const seq = events[0]?.event.seq;
  expect(isPlain).toBe(true);
  expect(paramsOf(frames[0]?.text)).toEqual({ sessionId: "s", update, _meta: { parley: { seq } } });
});

it("forwards unknown updates unchanged", () => {
  const raw = { sessionUpdate: "_weather", sky: "blue" };
  const [known] = log({ type: "update", update: { kind: "unknown", raw } });
  const nested = {
    type: "update",
    update: { sessionUpdate: "agent_message_chunk", content: { kind: "unknown", raw } },
  };
  const frames = toFrames([known as LoggedEvent, ...log(nested as SessionEventBody)]).frames;
  expect(paramsOf(frames[0]?.text)).toMatchObject({ update: raw });
  expect(paramsOf(frames[1]?.text)).toMatchObject({ update: { content: raw } });
});

it("does not cut a line that another version wrote", () => {
  const event = {
    ...log({ type: "update", update: { sessionUpdate: "plan", entries: [] } })[0]?.event,
    extra: { a: 1 },
  };
  const line = JSON.stringify(event);
  const { frames } = toFrames([{ event: event as SessionEvent, line }]);
  expect(paramsOf(frames[0]?.text)).toMatchObject({ update: { sessionUpdate: "plan", entries: [] } });
});

it("sends a prompt block by block; only the last one completes its event", () => {
  const prompt = [
    { type: "text", text: "one" },
    { type: "text", text: "two" },
  ] as const;
  const { frames, isPlain } = toFrames(log({ type: "prompt", prompt }));
  expect(isPlain).toBe(false);
  expect(frames.map(({ isLast }) => isLast)).toEqual([false, true]);
  expect(paramsOf(frames[1]?.text)).toMatchObject({
    update: { sessionUpdate: "user_message_chunk", content: prompt[1] },
  });
});

it("converts notices and compactions, and finds questions", () => {
  const { frames, asked, answered } = toFrames(
    log(
      { type: "note", level: "warning", text: "Careful" },
      { type: "compacted", summary: [{ type: "text", text: "short" }] },
      { type: "permission_asked", interactionId: "q", toolCall: { toolCallId: "t" }, options: [] },
      { type: "permission_answered", interactionId: "q", outcome: { outcome: "cancelled" }, by: "user" },
      { type: "stop", stopReason: "end_turn" },
    ),
  );
  expect(frames.map(({ need }) => need)).toEqual(["session.notices", "session.compaction"]);
  expect([asked, answered]).toEqual([["q"], ["q"]]);
});

it("formats a batch once for any number of clients", () => {
  const events = log({ type: "update", update: { sessionUpdate: "plan", entries: [] } });
  expect(toFrames(events)).toBe(toFrames(events));
});
