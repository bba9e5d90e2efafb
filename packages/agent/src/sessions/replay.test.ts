import type { SessionEvent, SessionUpdate } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { Replayer } from "./replay.ts";
import type { Update } from "./wire.ts";

function replay(...updates: readonly SessionUpdate[]): readonly Update[] {
  const sent: Update[] = [];
  const replayer = new Replayer((update) => sent.push(update));
  updates.forEach((update, index) => {
    replayer.add({ v: 1, seq: index + 1, at: 0, sessionId: "s", type: "update", update } as SessionEvent);
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
