import { parseSessionEventLine, formatSessionEvent, type SessionEvent } from "@parley/acp";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createFrameState } from "./frame-state.ts";
import { fromFrames } from "./testing/from-frames.ts";
import type { NativeFrame } from "./native-message.ts";
import { toFrames } from "./to-frames.ts";

const text = fc.string({ maxLength: 12 });
const extra = fc.record({ _meta: fc.constant({ some: "thing" }) }, { requiredKeys: [] });
const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.tuple(fc.record({ type: fc.constant("text"), text }), extra).map(([a, b]) => ({ ...a, ...b })),
  fc.record({ type: fc.constant("text"), text, annotations: fc.constant({ priority: 1 }) }),
  fc.record(
    { type: fc.constant("image"), data: text, mimeType: text, uri: text },
    { requiredKeys: ["type", "data", "mimeType"] },
  ),
  fc.record({ type: fc.constant("audio"), data: text, mimeType: text }),
  fc.record({ type: fc.constant("resource_link"), name: text, uri: text }),
  fc.record({ type: fc.constant("resource"), resource: fc.record({ uri: text, text }) }),
  fc.record({ type: fc.constant("hologram"), depth: fc.integer() }),
);
const id = fc.oneof(fc.constantFrom("m1", "seq-3", ""), text);
const chunk = fc.record(
  {
    sessionUpdate: fc.constantFrom("agent_message_chunk", "agent_thought_chunk", "user_message_chunk"),
    content: block,
    messageId: fc.oneof(id, fc.constant(null)),
    _meta: fc.constant({ x: 1 }),
  },
  { requiredKeys: ["sessionUpdate", "content"] },
);
const toolContent = fc.oneof(
  fc.record({ type: fc.constant("content"), content: block }),
  fc.record({ type: fc.constant("content"), content: block, _meta: fc.constant({ y: 2 }) }),
  fc.record({ type: fc.constant("diff"), path: text, newText: text }),
  fc.record({ type: fc.constant("terminal"), terminalId: text }),
);
const toolFields = {
  toolCallId: text,
  title: text,
  name: text,
  kind: fc.constantFrom("edit", "execute"),
  status: fc.constantFrom("pending", "in_progress", "completed", "failed"),
  content: fc.array(toolContent, { maxLength: 3 }),
  rawInput: fc.oneof(fc.record({ a: fc.integer() }), text, fc.constant(null)),
  rawOutput: fc.oneof(fc.record({ b: fc.integer() }), text),
};
const tool = fc.oneof(
  fc.record(
    { sessionUpdate: fc.constant("tool_call"), ...toolFields },
    { requiredKeys: ["sessionUpdate", "toolCallId", "title"] },
  ),
  fc.record(
    { sessionUpdate: fc.constant("tool_call_update"), ...toolFields },
    { requiredKeys: ["sessionUpdate", "toolCallId"] },
  ),
);
const other = fc.oneof(
  fc.record({ sessionUpdate: fc.constant("plan"), entries: fc.constant([]) }),
  fc.record({ sessionUpdate: fc.constant("current_mode_update"), currentModeId: text }),
  fc.record({
    sessionUpdate: fc.constant("available_commands_update"),
    availableCommands: fc.array(fc.record({ name: text, description: text }), { maxLength: 2 }),
  }),
  fc.record({ sessionUpdate: fc.constant("usage_update"), used: fc.nat(), size: fc.nat() }),
  fc.record({ sessionUpdate: fc.constant("from_the_future"), field: text }),
);
const usage = fc.record({ totalTokens: fc.nat(), inputTokens: fc.nat(), outputTokens: fc.nat() });
const body = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("update"), update: fc.oneof(chunk, tool, other) }) },
  fc.record({ type: fc.constant("prompt"), prompt: fc.array(block, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant("permission_asked"),
    interactionId: text,
    toolCall: fc.record({ toolCallId: text, rawInput: fc.record({ a: text }) }),
    options: fc.array(fc.record({ optionId: text, name: text, kind: fc.constantFrom("allow_once", "reject_once") }), {
      maxLength: 2,
    }),
  }),
  fc.record({
    type: fc.constant("permission_answered"),
    interactionId: text,
    outcome: fc.oneof(
      fc.constant({ outcome: "cancelled" }),
      fc.record({ outcome: fc.constant("selected"), optionId: text }),
    ),
    by: text,
  }),
  fc.record({
    type: fc.constant("elicitation_asked"),
    interactionId: text,
    request: fc.record({ mode: fc.constant("url"), message: text, url: text, elicitationId: text, sessionId: text }),
  }),
  fc.record({
    type: fc.constant("elicitation_answered"),
    interactionId: text,
    response: fc.oneof(
      fc.constant({ action: "decline" }),
      fc.record({ action: fc.constant("accept"), content: fc.constant({ a: 1 }) }),
    ),
    by: text,
  }),
  fc.record(
    { type: fc.constant("stop"), stopReason: fc.constantFrom("end_turn", "refusal", "cancelled"), usage },
    { requiredKeys: ["type", "stopReason"] },
  ),
  fc.record(
    { type: fc.constant("stop"), error: fc.record({ code: fc.oneof(text, fc.integer()), message: text }), usage },
    { requiredKeys: ["type", "error"] },
  ),
  fc.record({ type: fc.constant("mode"), modeId: text }),
  fc.record({ type: fc.constant("note"), level: fc.constant("info"), text }),
  fc.record({ type: fc.constant("handed_over"), from: text, to: text }),
  fc.record({ type: fc.constant("cleared") }),
  fc.record(
    {
      type: fc.constant("routed"),
      agent: text,
      modeId: fc.string({ minLength: 1 }),
      confidence: fc.constantFrom(0, 0.5, 1),
      reasoning: text,
    },
    { requiredKeys: ["type", "agent", "confidence", "reasoning"] },
  ),
  fc.record({
    type: fc.constant("plan_proposed"),
    tasks: fc.array(
      fc.record({ id: text, dependsOn: fc.array(text, { maxLength: 2 }), agent: text, description: text }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ type: fc.constant("an_event_of_tomorrow"), field: text }),
);

function parse(value: unknown): SessionEvent {
  const result = parseSessionEventLine(JSON.stringify(value));
  if (!result.ok) throw new Error(`No event: ${JSON.stringify(result)}`);
  return result.value;
}

function event(fields: Readonly<Record<string, unknown>>, seq = 7): SessionEvent {
  return parse({ v: 1, seq, at: 1_700_000_000_123, sessionId: "s", ...fields });
}

test("any event can be read back from its frames", () => {
  fc.assert(
    fc.property(body, (fields) => {
      const before = event(fields);
      const frames = JSON.parse(JSON.stringify(toFrames(before, createFrameState()))) as NativeFrame[];
      const after = fromFrames(frames, before);
      expect(after && JSON.parse(formatSessionEvent(after))).toEqual(JSON.parse(formatSessionEvent(before)));
    }),
    { numRuns: 1_000 },
  );
});

describe("the messages of an event", () => {
  function frames(...bodies: Readonly<Record<string, unknown>>[]): readonly NativeFrame[] {
    const state = createFrameState({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    return bodies.flatMap((fields, index) => toFrames(event(fields, index + 1), state));
  }

  function said(kind: string, words: string): Readonly<Record<string, unknown>> {
    return { type: "update", update: { sessionUpdate: kind, content: { type: "text", text: words } } };
  }

  it("give chunks of one message one id, until a tool call ends it", () => {
    const ids = frames(
      said("agent_message_chunk", "a"),
      said("agent_message_chunk", "b"),
      { type: "update", update: { sessionUpdate: "tool_call", toolCallId: "t", title: "Read" } },
      said("agent_message_chunk", "c"),
    ).map((frame) => frame.type === "Message" && frame.message.id);
    expect(ids).toEqual(["seq-1", "seq-1", "seq-3", "seq-4"]);
  });

  it("are thinking for a thought, and request and response for a tool call", () => {
    const parts = frames(said("agent_thought_chunk", "hm"), {
      type: "update",
      update: {
        sessionUpdate: "tool_call",
        toolCallId: "t",
        title: "Read a file",
        name: "read",
        status: "failed",
        rawInput: { path: "a" },
        content: [{ type: "content", content: { type: "text", text: "no such file" } }],
      },
    }).flatMap((frame) => (frame.type === "Message" ? frame.message.content : []));
    expect(parts).toMatchObject([
      { type: "thinking", thinking: "hm" },
      {
        type: "toolRequest",
        id: "t",
        toolCall: { status: "success", value: { name: "read", arguments: { path: "a" } } },
      },
      {
        type: "toolResponse",
        id: "t",
        toolResult: { value: { content: [{ type: "text", text: "no such file" }], isError: true } },
      },
    ]);
  });

  it("count the tokens of the turn and of the session", () => {
    const [finish] = frames({
      type: "stop",
      stopReason: "end_turn",
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    });
    expect(finish).toMatchObject({
      type: "Finish",
      reason: "stop",
      token_state: { inputTokens: 1, outputTokens: 2, totalTokens: 3, accumulatedTotalTokens: 18 },
    });
  });

  it("contain an error and the end", () => {
    expect(frames({ type: "stop", error: { code: "agent_crashed", message: "gone" } })).toMatchObject([
      { type: "Error", error: "gone", code: "agent_crashed" },
      { type: "Finish", reason: "error" },
    ]);
  });
});
