import type { SessionUpdate } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { Replayer } from "./replay.ts";
import type { Update } from "./wire.ts";

function replay(...updates: readonly SessionUpdate[]): readonly Update[] {
  const sent: Update[] = [];
  const replayer = new Replayer((update) => sent.push(update));
  updates.forEach((update, index) => {
    replayer.add({ v: 1, seq: index + 1, at: 0, sessionId: "s", type: "update", update });
  });
  replayer.end();
  return sent;
}

describe("a replay", () => {
  const call: SessionUpdate = { sessionUpdate: "tool_call", toolCallId: "a", title: "ls", kind: "execute" };
  const terminal = { type: "terminal", terminalId: "gone" } as const;

  it("has what a command wrote in place of a terminal that is gone", () => {
    const rawOutput = [{ type: "text", text: "one\ntwo" }];
    const sent = replay(
      call,
      { sessionUpdate: "tool_call_update", toolCallId: "a", content: [terminal] },
      { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed", content: [terminal], rawOutput },
    );
    const content = [{ type: "content", content: { type: "text", text: "one\ntwo" } }];
    expect(sent).toEqual([
      call,
      { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed", content, rawOutput },
    ]);
  });

  it("keeps what else is said with it", () => {
    const sent = replay(call, {
      sessionUpdate: "tool_call_update",
      toolCallId: "a",
      status: "failed",
      content: [terminal],
    });
    expect(sent).toEqual([call, { sessionUpdate: "tool_call_update", toolCallId: "a", status: "failed" }]);
  });

  it("ends unfinished calls, unless the turn is still running", () => {
    const started: SessionUpdate = { sessionUpdate: "tool_call_update", toolCallId: "a", status: "in_progress" };
    expect(replay(call, started).at(-1)).toMatchObject({
      sessionUpdate: "tool_call_update",
      toolCallId: "a",
      status: "failed",
      rawOutput: [{ text: expect.stringContaining("Interrupted") as string }],
    });
    const sent: Update[] = [];
    const replayer = new Replayer((update) => sent.push(update));
    replayer.add({ v: 1, seq: 1, at: 0, sessionId: "s", type: "update", update: call });
    replayer.end(true);
    expect(sent).toEqual([call]);
    replayer.add({ v: 1, seq: 2, at: 0, sessionId: "s", type: "prompt", prompt: [{ type: "text", text: "on" }] });
    replayer.end();
    expect(sent.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "tool_call",
      "tool_call_update",
      "user_message_chunk",
    ]);
  });

  it("has nothing in it that is for the log, and nothing that was true then alone", () => {
    const meta = { _meta: { parley: { aside: true } } };
    const sent = replay(
      { ...call, ...meta },
      { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed", ...meta },
      { sessionUpdate: "usage_update", used: 1, size: 2 },
      {
        sessionUpdate: "user_message_chunk",
        content: { type: "text", text: "x" },
        _meta: { parley: { isExpansion: true } },
      },
    );
    expect(sent).toEqual([call, { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed" }]);
  });

  it("puts together what was streamed in pieces of one message", () => {
    const piece = (messageId: string, text: string): SessionUpdate => ({
      sessionUpdate: "agent_message_chunk",
      messageId,
      content: { type: "text", text },
    });
    expect(replay(piece("a", "one "), piece("a", "two"), piece("b", "three"))).toEqual([
      piece("a", "one two"),
      piece("b", "three"),
    ]);
  });
});
