// Session events: numbering, reading, and the way through JSON and back.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSessionEvent, parseSessionEvent, parseSessionEventLine } from "./session-event-parse.ts";
import { createEventSequence } from "./session-event-sequence.ts";
import type { SessionEvent, SessionEventBody } from "./session-event.ts";

const clock = { now: () => 1_700_000_000_000 };
const text = (value: string) => ({ type: "text", text: value }) as const;

const bodies: readonly SessionEventBody[] = [
  { type: "prompt", prompt: [text("hello"), { kind: "unknown", raw: { type: "hologram", data: [1] } }] },
  { type: "update", update: { sessionUpdate: "agent_message_chunk", content: text("hi"), messageId: "m1" } },
  { type: "update", update: { kind: "unknown", raw: { sessionUpdate: "dance", steps: 3 } } },
  {
    type: "update",
    update: {
      sessionUpdate: "tool_call",
      toolCallId: "t1",
      title: "Look",
      content: [
        { kind: "unknown", raw: { type: "smell", strength: 2 } },
        { type: "content", content: { kind: "unknown", raw: { type: "taste" } } },
        { type: "diff", path: "/a", oldText: null, newText: "b" },
      ],
      rawInput: { kind: "unknown", raw: "the agent's own business" },
    },
  },
  {
    type: "permission_asked",
    interactionId: "i1",
    toolCall: { toolCallId: "t1" },
    options: [{ optionId: "o", name: "Yes", kind: "allow_once" }],
  },
  {
    type: "permission_answered",
    interactionId: "i1",
    outcome: { outcome: "selected", optionId: "o" },
    by: "rule",
    reason: "reads are fine",
  },
  {
    type: "permission_answered",
    interactionId: "i2",
    outcome: { kind: "unknown", raw: { outcome: "postponed" } },
    by: "oracle",
  },
  {
    type: "elicitation_asked",
    interactionId: "i3",
    request: { mode: "form", sessionId: "s", message: "Which?", requestedSchema: { type: "object", properties: {} } },
  },
  {
    type: "elicitation_answered",
    interactionId: "i3",
    response: { action: "accept", content: { kind: "unknown", raw: "as typed" } },
    by: "user",
  },
  { type: "stop", stopReason: "end_turn", usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } },
  { type: "stop", error: { code: -32000, message: "sign in first" } },
  { type: "mode", modeId: "plan", modes: [{ id: "plan", name: "Plan" }] },
  { type: "config", configOptions: [{ type: "boolean", id: "fast", name: "Fast", currentValue: true }] },
  { type: "agent_started", agent: { name: "scripted", version: "1" }, agentSessionId: "a1", cwd: "/w" },
  { type: "agent_crashed", message: "gone", exitCode: 1 },
  { type: "agent_restarted", agent: { name: "scripted" }, agentSessionId: "a2", cwd: "/w", history: "loaded" },
  { type: "compacted", summary: [text("so far")] },
  { type: "terminal", terminalId: "x", command: "npm test", cwd: "/w" },
  { type: "terminal", terminalId: "x", output: "ok\r\n\u001b[32mgreen\u001b[0m\u0000" },
  { type: "terminal", terminalId: "x", exit: { exitCode: 0, signal: null } },
  { type: "terminal", terminalId: "x", output: "", exit: { exitCode: null, signal: "SIGTERM" } },
  {
    type: "changes",
    files: [
      { path: "src/a.ts", change: "modified", linesAdded: 3, linesRemoved: 0, isUncovered: true },
      { path: "b.ts", change: "renamed", from: "c.ts" },
      { path: "d", change: "teleported" },
    ],
    before: "0198",
    after: "0199",
    omitted: 12,
  },
  { type: "changes", files: [], before: "0198", after: "0198" },
  {
    type: "review",
    action: "undo",
    files: [
      { path: "src/a.ts", turns: [1], hunks: ["0a1b"] },
      { path: "b.ts", turns: [1, 3] },
    ],
    before: "0200",
    actor: { surface: "chat", person: "ann" },
  },
  { type: "note", level: "info", text: "remember" },
  { type: "rewound", toSeq: 4, turn: 2, files: ["a.ts"], before: "0201", after: "0202", agentSessionId: "agent-1" },
  { type: "rewound", toSeq: 20, turn: 2, undoes: 21, files: [], actor: { surface: "chat" } },
];

function events(): readonly SessionEvent[] {
  const sequence = createEventSequence("s1", { clock });
  return bodies.map((body) => sequence.next(body));
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("createEventSequence", () => {
  it("numbers events from 1, with time, session and version", () => {
    expect(createEventSequence("s1", { clock }).next({ type: "note", level: "info", text: "x" })).toEqual({
      v: 1,
      seq: 1,
      at: 1_700_000_000_000,
      sessionId: "s1",
      type: "note",
      level: "info",
      text: "x",
    });
    expect(events().map(({ seq }) => seq)).toEqual(bodies.map((_, index) => index + 1));
  });

  it("goes on where a log ended", () => {
    const sequence = createEventSequence("s1", { clock, after: 41 });
    sequence.next({ type: "note", level: "info", text: "x" });
    expect(sequence.lastSeq).toBe(42);
  });
});

describe("parseSessionEvent", () => {
  it.each(events().map((event) => [event.seq, event.type, event] as const))(
    "round trip of no. %i, %s",
    (_, __, event) => {
      const result = parseSessionEvent(throughJson(event));
      expect(result).toEqual({ ok: true, value: event, repairs: [] });
      expect(parseSessionEventLine(formatSessionEvent(event))).toEqual(result);
    },
  );

  it("writes a chunk of text as JSON would be written, whatever else comes with it", () => {
    const optional = { requiredKeys: [] };
    const event = fc.record({
      v: fc.constant(1),
      seq: fc.nat(),
      at: fc.integer(),
      sessionId: fc.string({ unit: "binary" }),
      type: fc.constant("update"),
      update: fc
        .tuple(
          fc.constantFrom("agent_message_chunk", "agent_thought_chunk", "user_message_chunk"),
          fc.string({ unit: "binary" }),
          fc.record(
            { messageId: fc.option(fc.string({ unit: "binary" })), _meta: fc.dictionary(fc.string(), fc.nat()) },
            optional,
          ),
          fc.record({ annotations: fc.constant({ priority: 1 }) }, optional),
        )
        .map(([sessionUpdate, value, more, inContent]) => ({
          sessionUpdate,
          content: { type: "text", text: value, ...inContent },
          ...more,
        })),
    });
    const property = fc.property(event, (value) => {
      expect(JSON.parse(formatSessionEvent(value as SessionEvent))).toEqual(throughJson(value));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it("reads a chunk of text without decoding it as it would with decoding", () => {
    const field = (value: unknown, ...odd: unknown[]) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.constantFrom(...odd));
    const event = fc.record({
      v: field(1, 0, 2, "1"),
      seq: field(7, -1, 1.5, "7"),
      at: field(5, Infinity, null),
      sessionId: field("s", 1, null),
      type: field("update", "note"),
      update: fc.record(
        {
          sessionUpdate: field("agent_message_chunk", "agent_thought_chunk", "user_message_chunk", "dance"),
          content: fc.record(
            { type: field("text", "image"), text: field("hi", "", 3), annotations: field({ priority: 1 }, null) },
            { requiredKeys: ["type"] },
          ),
          messageId: field("m", null, 3),
        },
        { requiredKeys: ["sessionUpdate"] },
      ),
    });
    const property = fc.property(event, (value) => {
      // A field that nobody knows is kept, and keeps the event from being taken as it is.
      const withoutMore = (key: string, inner: unknown) => (key === "more" ? undefined : inner);
      const decoded = JSON.stringify(parseSessionEvent({ ...structuredClone(value), more: 1 }), withoutMore);
      expect(JSON.stringify(parseSessionEvent(structuredClone(value)))).toBe(decoded);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("writes the chunks of several messages in turn as JSON would be written", () => {
    const few = fc.constantFrom("a", "b", 'c"');
    const event = fc
      .tuple(few, fc.constantFrom("agent_message_chunk", "agent_thought_chunk"), fc.option(few, { nil: undefined }))
      .map(([sessionId, sessionUpdate, messageId]): SessionEvent => {
        const update = { sessionUpdate, ...(messageId !== undefined && { messageId }), content: text("hi") };
        return { v: 1, seq: 1, at: 0, sessionId, type: "update", update };
      });
    const property = fc.property(fc.array(event), (some) => {
      expect(some.map(formatSessionEvent)).toEqual(some.map((value) => JSON.stringify(value)));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it("keeps unknown fields", () => {
    const event = { v: 1, seq: 1, at: 0, sessionId: "s", type: "note", level: "info", text: "x", color: "red" };
    expect(parseSessionEvent({ ...event })).toEqual({ ok: true, value: event, repairs: [] });
  });

  it("keeps an event of an unknown type, and writes it unchanged", () => {
    const raw = { v: 1, seq: 7, at: 5, sessionId: "s", type: "eclipse", moon: [1, 2] };
    const result = parseSessionEvent(throughJson(raw));
    const kept: SessionEvent = { v: 1, seq: 7, at: 5, sessionId: "s", type: "unknown", raw };
    expect(result).toEqual({ ok: true, value: kept, repairs: [] });
    expect(JSON.parse(formatSessionEvent(kept))).toEqual(raw);
    expect(parseSessionEvent(throughJson(kept))).toEqual(result);
  });

  it("keeps an event of a later version even if the type is known", () => {
    const raw = { v: 2, seq: 7, at: 5, sessionId: "s", type: "note", text: { rich: true } };
    const kept = { v: 1, seq: 7, at: 5, sessionId: "s", type: "unknown", raw };
    expect(parseSessionEvent(throughJson(raw))).toEqual({ ok: true, value: kept, repairs: [] });
  });

  it("understands what an older version could only keep", () => {
    const note = { v: 1, seq: 7, at: 5, sessionId: "s", type: "note", level: "info", text: "x" };
    const kept = { v: 1, seq: 7, at: 5, sessionId: "s", type: "unknown", raw: note };
    expect(parseSessionEvent(kept)).toEqual({ ok: true, value: note, repairs: [] });
  });

  it("forgives null for an optional field", () => {
    const event = { v: 1, seq: 1, at: 0, sessionId: "s", type: "stop", stopReason: "end_turn", usage: null };
    const { usage: _, ...rest } = event;
    expect(parseSessionEvent(event)).toEqual({ ok: true, value: rest, repairs: [] });
  });

  it("reads a terminal's end that says less than it could, and forgives null", () => {
    const head = { v: 1, seq: 1, at: 0, sessionId: "s", type: "terminal", terminalId: "x" };
    const value = { ...head, exit: { exitCode: null, signal: null } };
    expect(parseSessionEvent({ ...head, exit: {} })).toEqual({ ok: true, value, repairs: [] });
    const silent = { ...head, command: null, cwd: null, output: null, exit: null };
    expect(parseSessionEvent(silent)).toEqual({ ok: true, value: head, repairs: [] });
  });

  it("keeps unknown fields of a changed file", () => {
    const files = [{ path: "a", change: "modified", mode: 0o644 }];
    const event = { v: 1, seq: 1, at: 0, sessionId: "s", type: "changes", files, before: "1", after: "2" };
    expect(parseSessionEvent(throughJson(event))).toEqual({ ok: true, value: event, repairs: [] });
  });

  it("lists what the protocol's decoder repaired", () => {
    const update = { sessionUpdate: "tool_call", toolCallId: "t", title: "x", kind: "sing" };
    const result = parseSessionEvent({ v: 1, seq: 1, at: 0, sessionId: "s", type: "update", update });
    expect(result).toMatchObject({ ok: true, repairs: ["/update/kind"] });
  });

  const envelope = { v: 1, seq: 1, at: 0, sessionId: "s" };
  const changes = (files: readonly object[]) => ({ ...envelope, type: "changes", files, before: "1", after: "2" });
  it.each([
    ["expected object", []],
    ["/v: expected integer, 0 or more", { ...envelope, v: "1", type: "note" }],
    ["/v: expected 1 or more", { ...envelope, v: 0, type: "note" }],
    ["/seq: expected integer, 0 or more", { ...envelope, seq: 1.5, type: "note" }],
    ["/sessionId: expected string", { v: 1, seq: 1, at: 0, type: "note" }],
    ["/type: expected string", envelope],
    ["/text: expected string", { ...envelope, type: "note", level: "info" }],
    [
      "/update/content/text: expected string",
      { ...envelope, type: "update", update: { sessionUpdate: "agent_message_chunk", content: { type: "text" } } },
    ],
    ["/prompt/1/text: expected string", { ...envelope, type: "prompt", prompt: [text("a"), { type: "text" }] }],
    ["/error/code: expected number or string", { ...envelope, type: "stop", error: { message: "x" } }],
    ["expected either stopReason or error", { ...envelope, type: "stop" }],
    [
      "expected either stopReason or error",
      { ...envelope, type: "stop", stopReason: "end_turn", error: { code: 1, message: "x" } },
    ],
    ["/terminalId: expected string", { ...envelope, type: "terminal", output: "x" }],
    ["/command: expected string", { ...envelope, type: "terminal", terminalId: "x", command: ["ls"] }],
    ["/output: expected string", { ...envelope, type: "terminal", terminalId: "x", output: 1 }],
    ["/exit: expected object", { ...envelope, type: "terminal", terminalId: "x", exit: 0 }],
    ["/exit/exitCode: expected number", { ...envelope, type: "terminal", terminalId: "x", exit: { exitCode: "0" } }],
    ["/exit/signal: expected string", { ...envelope, type: "terminal", terminalId: "x", exit: { signal: 9 } }],
    ["/files: expected array", { ...envelope, type: "changes", before: "1", after: "2" }],
    ["/files/0: expected object", { ...envelope, type: "changes", files: ["a"], before: "1", after: "2" }],
    ["/files/1/path: expected string", changes([{ path: "a", change: "added" }, { change: "added" }])],
    ["/files/0/change: expected string", changes([{ path: "a", change: 1 }])],
    ["/files/0/from: expected string", changes([{ path: "a", change: "renamed", from: 1 }])],
    ["/files/0/linesAdded: expected integer, 0 or more", changes([{ path: "a", change: "added", linesAdded: -1 }])],
    ["/files/0/isUncovered: expected boolean", changes([{ path: "a", change: "added", isUncovered: "yes" }])],
    ["/before: expected string", { ...envelope, type: "changes", files: [] }],
    ["/after: expected string", { ...envelope, type: "changes", files: [], before: "1" }],
    ["/omitted: expected integer, 0 or more", { ...changes([]), omitted: 0.5 }],
    ["/raw: expected value", { ...envelope, type: "unknown" }],
  ])("says where: %s", (message, value) => {
    expect(parseSessionEvent(value)).toMatchObject({ ok: false, error: { message } });
  });
});

describe("whatever is read", () => {
  it("gives an event that can be read again, or an error, and never throws", () => {
    const updates = bodies.flatMap((body) => (body.type === "update" ? [body.update] : []));
    const fields = fc.record(
      {
        v: fc.constantFrom(1, 1, 2),
        seq: fc.nat(),
        at: fc.nat(),
        sessionId: fc.string(),
        type: fc.constantFrom(...bodies.map(({ type }) => type), "unknown", "eclipse", "__proto__"),
        raw: fc.jsonValue(),
        prompt: fc.oneof(fc.constant([text("a")]), fc.jsonValue()),
        update: fc.oneof(fc.constantFrom(...updates), fc.jsonValue()),
        interactionId: fc.string(),
        modeId: fc.string(),
        stopReason: fc.string(),
        level: fc.string(),
        text: fc.string(),
        usage: fc.jsonValue(),
        terminalId: fc.string(),
        output: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
        exit: fc.oneof(fc.constant({ exitCode: 1 }), fc.jsonValue()),
        files: fc.oneof(fc.constant([{ path: "a", change: "added" }]), fc.jsonValue()),
        before: fc.string(),
        after: fc.string(),
        omitted: fc.oneof(fc.nat(), fc.jsonValue()),
      },
      { requiredKeys: ["v", "seq", "at", "sessionId", "type"] },
    );
    const property = fc.property(fc.oneof(fields, fc.jsonValue()), (value) => {
      const result = parseSessionEvent(throughJson(value));
      const again = result.ok ? parseSessionEventLine(formatSessionEvent(result.value)) : result;
      expect(again).toEqual(result.ok ? { ...result, repairs: [] } : result);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("a log", () => {
  it("loses nothing around a line that cannot be read", () => {
    const [first, second] = events();
    const lines = [first, second].map((event) => formatSessionEvent(event as SessionEvent));
    const log = [lines[0], '{"v":1,"seq":2,"at":1,"sess', '{"v":1}', lines[1]].join("\n");
    const results = log.split("\n").map(parseSessionEventLine);
    expect(results.flatMap((result) => (result.ok ? [result.value] : []))).toEqual([first, second]);
    expect(results[1]).toMatchObject({ ok: false, error: { message: "expected JSON" } });
  });

  it("keeps one event on one line", () => {
    const note = createEventSequence("s", { clock }).next({ type: "note", level: "info", text: "a\nb\r\u2028c" });
    expect(formatSessionEvent(note).split(/[\r\n]/)).toHaveLength(1);
  });
});
