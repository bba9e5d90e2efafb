import type { SessionEvent, SessionEventBody } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { findOddities } from "./order.ts";

const toEvents = (...bodies: readonly SessionEventBody[]): readonly SessionEvent[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at: 0, sessionId: "s", ...body }));
const prompt: SessionEventBody = { type: "prompt", prompt: [] };
const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
const call = (toolCallId: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId, title: "Read" },
});
const callUpdate = (toolCallId: string, status: "in_progress" | "completed" | "failed"): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call_update", toolCallId, status },
});
const asked = (toolCallId: string): SessionEventBody => ({
  type: "permission_asked",
  interactionId: "i",
  toolCall: { toolCallId },
  options: [],
});
const message: SessionEventBody = {
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "late" } },
};

describe("findOddities", () => {
  it("finds nothing where all is in order", () => {
    const turn = [prompt, message, call("a"), asked("a"), callUpdate("a", "completed"), message, stop];
    expect(findOddities(toEvents(...turn, prompt, message, stop))).toEqual([]);
  });

  it("takes a notice at any time", () => {
    const notice: SessionEventBody = {
      type: "update",
      update: { sessionUpdate: "notice", severity: "info", title: "A server is there now" },
    };
    expect(findOddities(toEvents(prompt, stop, notice))).toEqual([]);
  });

  it.each<[string, readonly SessionEventBody[]]>([
    ["tool_call repeated", [prompt, call("a"), call("a")]],
    ["tool_call_update before its tool_call", [prompt, callUpdate("a", "in_progress")]],
    ["permission asked for a tool call that was not announced", [prompt, asked("a")]],
    [
      "status went from failed to in_progress",
      [prompt, call("a"), callUpdate("a", "failed"), callUpdate("a", "in_progress")],
    ],
    ["agent_message_chunk after the answer", [prompt, stop, message]],
  ])("finds: %s", (oddity, bodies) => {
    expect(findOddities(toEvents(...bodies))).toEqual([oddity]);
  });
});
