import type { SessionEvent, SessionEventBody } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import { expect, it } from "vitest";
import { RowList } from "./rows.ts";

function openSession() {
  const transcript = createTranscript();
  const view = new SessionView(transcript.snapshot());
  let seq = 0;
  const list = new RowList();
  const apply = (...bodies: readonly SessionEventBody[]) => {
    const events = bodies.map((body): SessionEvent => ({ v: 1, seq: (seq += 1), at: seq, sessionId: "s", ...body }));
    view.apply(applyEvents(transcript, events));
    return list.update(view);
  };
  return { view, list, apply };
}

const prompt: SessionEventBody = { type: "prompt", prompt: [{ type: "text", text: "Hello" }] };
const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
const say = (text: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
});
const call = (toolCallId: string, kind: "read" | "edit"): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId, title: toolCallId, kind, status: "completed" },
});

const describeRows = (rows: ReturnType<RowList["update"]>) =>
  rows.map((row) => (row.type === "tools" ? `tools ${row.ids.length}` : row.type));

it("shows calls that only look at something as one row, from the third on", () => {
  const { apply } = openSession();
  expect(describeRows(apply(prompt, call("1", "read"), call("2", "read")))).toEqual([
    "item",
    "item",
    "item",
    "working",
  ]);
  expect(describeRows(apply(call("3", "read")))).toEqual(["item", "tools 3", "working"]);
  expect(describeRows(apply(call("4", "read"), call("5", "edit"), call("6", "read"), stop))).toEqual([
    "item",
    "tools 4",
    "item",
    "item",
    "item",
  ]);
});

it("says who answers with the first thing after a prompt", () => {
  const { apply } = openSession();
  const rows = apply(prompt, say("One"), call("1", "edit"), stop, prompt, say("Two"));
  expect(rows.filter((row) => row.type !== "working" && row.isFirst).map(({ key }) => key)).toEqual(["2", "6"]);
});

it("is the same array until an item comes, and keeps the rows before it", () => {
  const { view, list, apply } = openSession();
  const before = apply(prompt, say("One"));
  apply(say(" and more"));
  expect(list.update(view)).toBe(before);
  const after = apply(call("1", "edit"));
  expect(after[1]).toBe(before[1]);
});

it("starts over when items were removed", () => {
  const { apply } = openSession();
  apply(prompt, say("One"), stop, prompt, say("Two"), stop);
  const rows = apply({ type: "rewound", toSeq: 3, turn: 2, files: [] });
  expect(rows.map(({ key }) => key)).toEqual(["1", "2", "3", "7"]);
});
