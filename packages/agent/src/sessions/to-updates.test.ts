import { describe, expect, it } from "vitest";
import type { LoopEvent } from "../loop/types.ts";
import type { ToolResult } from "../models/message.ts";
import { UpdateWriter } from "./to-updates.ts";
import { textBlock, type Update } from "./wire.ts";

function write(events: readonly LoopEvent[], showsCompaction = true) {
  const sent: Update[] = [];
  const kept: Update[] = [];
  const notices: string[] = [];
  const writer = new UpdateWriter({
    update: (update) => sent.push(update),
    keep: (update) => kept.push(update),
    notice: (severity, text) => notices.push(`${severity}: ${text}`),
    showsCompaction,
  });
  for (const event of events) writer.write(event);
  return { sent, kept, notices };
}

const result = (text: string, isError = false): ToolResult => ({
  callId: "a",
  name: "shell",
  parts: [{ type: "text", text }],
  isError,
});
const content = (text: string) => [{ type: "content" as const, content: { type: "text" as const, text } }];
const ended = (fields: Partial<Extract<LoopEvent, { type: "call_ended" }>>): LoopEvent => ({
  type: "call_ended",
  callId: "a",
  result: result("out"),
  shown: {},
  ...fields,
});

describe("a call", () => {
  it("is announced with what it is about, and what its provider wants back stays here", () => {
    const { sent } = write([
      {
        type: "call_announced",
        callId: "a",
        name: "shell",
        input: { command: "ls" },
        provider: { google: { thoughtSignature: "x" } },
        shown: { title: "ls", kind: "execute", locations: [{ path: "/a" }] },
      },
    ]);
    expect(sent).toEqual([
      {
        sessionUpdate: "tool_call",
        toolCallId: "a",
        name: "shell",
        title: "ls",
        kind: "execute",
        locations: [{ path: "/a" }],
        status: "pending",
        rawInput: { command: "ls" },
        _meta: { parley: { provider: { google: { thoughtSignature: "x" } } } },
      },
    ]);
  });

  it("says once what came of it", () => {
    const { sent } = write([ended({ shown: { content: content("out") } })]);
    expect(sent).toEqual([
      { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed", content: content("out") },
    ]);
  });

  it("tells what the model got where a person sees something else", () => {
    const diff = [{ type: "diff" as const, path: "/a", oldText: null, newText: "x" }];
    const { sent } = write([ended({ result: result("Written.", true), shown: { content: diff } })]);
    expect(sent).toMatchObject([{ status: "failed", content: diff, rawOutput: [{ type: "text", text: "Written." }] }]);
  });

  it("leaves what was shown of it when it was cut short", () => {
    const { sent } = write([ended({ result: result("Cancelled", true), shown: {} })]);
    expect(sent[0]).not.toHaveProperty("content");
    expect(sent[0]).toMatchObject({ status: "failed", rawOutput: [{ text: "Cancelled" }] });
  });
});

describe("what a provider wants back", () => {
  it("is kept, and not sent", () => {
    const provider = { anthropic: { signature: "x" } };
    const { sent, kept } = write([
      { type: "thought", messageId: "m", text: "Hm" },
      { type: "thought_end", messageId: "m", provider },
      { type: "text_end", messageId: "n" },
    ]);
    expect(sent).toEqual([{ sessionUpdate: "agent_thought_chunk", messageId: "m", content: textBlock("Hm") }]);
    expect(kept).toMatchObject([
      { sessionUpdate: "agent_thought_chunk", messageId: "m", _meta: { parley: { provider } } },
    ]);
  });
});

describe("what a person said", () => {
  const message = {
    role: "user",
    parts: [
      { type: "text", text: "left" },
      { type: "image", mimeType: "image/png", data: "AA" },
    ],
  } as const;

  it("is not sent to the client that wrote it, but is if autopilot did", () => {
    const steered = write([{ type: "steered", message }]);
    expect([steered.sent, steered.kept.length]).toEqual([[], 1]);
    expect(steered.kept).toMatchObject([
      { content: textBlock("left\n[image]"), _meta: { parley: { heard: message.parts } } },
    ]);
    expect(write([{ type: "continued", message }]).sent).toMatchObject([{ sessionUpdate: "user_message_chunk" }]);
  });
});

describe("a compaction", () => {
  const events: readonly LoopEvent[] = [
    { type: "compaction_started", reason: "automatic" },
    { type: "compaction_text", text: "Sum" },
    { type: "compacted", summary: "Sum", messages: [], droppedMessages: 3 },
  ];

  it("is shown where the client can, under one id", () => {
    const { sent, notices } = write(events);
    const ids = new Set(sent.map((update) => ("compactionId" in update ? update.compactionId : "none")));
    expect(ids.size).toBe(1);
    expect(sent).toMatchObject([
      { sessionUpdate: "compaction_update", status: "in_progress" },
      { sessionUpdate: "compaction_summary_chunk", content: textBlock("Sum") },
      { sessionUpdate: "compaction_update", status: "completed", summary: [textBlock("Sum")] },
    ]);
    expect(notices).toEqual([]);
  });

  it("is a notice elsewhere", () => {
    const { sent, notices } = write([...events, { type: "compaction_failed", message: "no" }], false);
    expect(sent).toEqual([]);
    expect(notices).toEqual([expect.stringContaining("Compacting"), expect.stringContaining("no")]);
  });
});
