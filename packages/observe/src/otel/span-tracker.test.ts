import { describe, expect, it } from "vitest";
import { AgentFacts } from "./agent-facts.ts";
import { CONTENT_CHARS_MAX, SPAN_EVENTS_MAX, NAME_CHARS_MAX, REQUESTS_OPEN_MAX, SPAN_SESSIONS_MAX } from "../limits.ts";
import { defaultSampler } from "./sampler.ts";
import { createSeededIds } from "./span-ids.ts";
import { SpanFactory } from "./span-factory.ts";
import { SpanTracker } from "./span-tracker.ts";
import type { FinishedSpan, Measurement } from "./span.ts";
import { Talk, talkOneTurn, TALK_START_MS } from "./testing/talk.ts";

function track({ capturesContent = false } = {}) {
  const spans: FinishedSpan[] = [];
  const measurements: Measurement[] = [];
  const factory = new SpanFactory({
    sink: { span: (span) => void spans.push(span), measure: (one) => void measurements.push(one) },
    ids: createSeededIds("test"),
    sampler: defaultSampler,
    agent: new AgentFacts("mine"),
    capturesContent,
  });
  const tracker = new SpanTracker(factory);
  const talk = new Talk((frame, observations) => tracker.add(frame, observations));
  const named = (name: string): FinishedSpan[] => spans.filter((span) => span.name === name);
  return { spans, measurements, tracker, talk, named };
}

const turnOf = (spans: readonly FinishedSpan[]) => spans.filter(({ name }) => name.startsWith("invoke_agent"));

describe("a turn", () => {
  it("that fails says why, and is measured as failed", () => {
    const { talk, spans, measurements } = track();
    talk.prompt(1, "x").wait(40);
    talk.toClient({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "no api_key=abcdefgh here" } });
    const [turn] = turnOf(spans);
    expect(turn?.error).toBe("no api_key=… here");
    expect(turn?.attributes).toMatchObject({ "error.type": "-32603" });
    expect(measurements).toEqual([
      {
        name: "gen_ai.client.operation.duration",
        value: 0.04,
        attributes: expect.objectContaining({ "error.type": "-32603", "gen_ai.agent.name": "mine" }) as unknown,
      },
    ]);
  });

  it("that is cancelled is no failure, and shows when that was asked for", () => {
    const { talk, spans } = track();
    talk.prompt(1, "x").toAgent({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } });
    talk.toClient({ jsonrpc: "2.0", id: 1, result: { stopReason: "cancelled" } });
    const [turn] = turnOf(spans);
    expect(turn?.error).toBeUndefined();
    expect(turn?.attributes["gen_ai.response.finish_reasons"]).toEqual(["cancelled"]);
    expect(turn?.events.map(({ name }) => name)).toEqual(["acp.cancel_requested"]);
  });

  it("that never ended is unfinished, with everything open in it", () => {
    const { talk, tracker, spans } = track();
    talk.prompt(1, "x").update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Look", kind: "read" });
    const params = { sessionId: "s1", toolCall: { toolCallId: "c" }, options: [] };
    talk.toClient({ jsonrpc: "2.0", id: 9, method: "session/request_permission", params });
    tracker.end(TALK_START_MS + 500);
    expect(spans.map(({ name, error, endMs }) => [name, error, endMs - TALK_START_MS])).toEqual([
      ["wait_permission", "The connection ended first", 500],
      ["execute_tool Look", "The connection ended first", 500],
      ["invoke_agent mine", "The connection ended first", 500],
    ]);
  });

  it("that waits behind another gets none of its tool calls", () => {
    const { talk, spans, named } = track();
    talk.prompt(1, "first").prompt("1", "second");
    talk.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Look", kind: "read", status: "completed" });
    talk.toClient({ jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } });
    talk.toClient({ jsonrpc: "2.0", id: "1", result: { stopReason: "end_turn" } });
    const [first, second] = turnOf(spans);
    expect(named("execute_tool Look")[0]?.parent?.spanId).toBe(first?.context.spanId);
    expect([first, second].map((turn) => turn?.attributes["acp.tool_calls"])).toEqual([1, 0]);
    expect(second?.context.traceId).not.toBe(first?.context.traceId);
  });

  it("of a subagent is a part of the turn that it works for", () => {
    const { talk, spans } = track();
    talk.prompt(1, "x").update({ sessionUpdate: "subagent_update", sessionId: "child", title: "Helper" });
    talk.update({ sessionUpdate: "state_update", state: "running" }, "child");
    talk.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" }, "child");
    talk.toClient({ jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } });
    const [child, parent] = turnOf(spans);
    expect(child?.attributes["gen_ai.conversation.id"]).toBe("child");
    expect(child?.parent?.spanId).toBe(parent?.context.spanId);
  });

  it("reports messages refused at the pipe and unasked effects", () => {
    const { talk, tracker, spans } = track();
    talk.prompt(1, "x");
    const at = { atMs: talk.nowMs, sessionId: "s1" };
    tracker.observe({ ...at, type: "blocked", path: "/etc/passwd", action: "read", reason: "outside" });
    tracker.observe({ ...at, type: "unasked", what: "ran make" });
    talk.toClient({ jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } });
    expect(turnOf(spans)[0]?.events).toMatchObject([
      { name: "acp.blocked", attributes: { "acp.path": "/etc/passwd", "acp.action": "read" } },
      { name: "acp.unasked", attributes: { "acp.what": "ran make" } },
    ]);
  });

  it("counts tokens as Gemini CLI tells them", () => {
    const { talk, spans, measurements } = track();
    const quota = { token_count: { input_tokens: 7, output_tokens: 3 }, model_usage: [{ model: "g" }] };
    talk.prompt(1, "x").toClient({ jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn", _meta: { quota } } });
    expect(turnOf(spans)[0]?.attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.response.model": "g",
    });
    expect(measurements.filter(({ name }) => name === "gen_ai.client.token.usage").map(({ value }) => value)).toEqual([
      7, 3,
    ]);
  });

  it("belongs to version 2 as well, whose prompts are only taken note of", () => {
    const { talk, spans } = track();
    talk.toAgent({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 2 } });
    talk.toClient({ jsonrpc: "2.0", id: 0, result: { protocolVersion: 2, info: { name: "two" } } });
    talk
      .prompt(1, "x")
      .wait(5)
      .toClient({ jsonrpc: "2.0", id: 1, result: { messageId: "m" } });
    talk
      .wait(5)
      .update({ sessionUpdate: "agent_message_chunk", messageId: "a", content: { type: "text", text: "hi" } });
    const usage = { inputTokens: 4, outputTokens: 2 };
    talk.wait(5).update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn", usage });
    const [turn] = turnOf(spans);
    expect(turn?.name).toBe("invoke_agent two");
    expect(turn && turn.endMs - turn.startMs).toBe(15);
    expect(turn?.attributes).toMatchObject({ "acp.time_to_first_token_ms": 10, "gen_ai.usage.input_tokens": 4 });
  });
});

describe("a tool call", () => {
  it("that has ended stays ended, however often it is reported again", () => {
    const { talk, named } = track();
    const call = { toolCallId: "c", title: "Look", kind: "read" };
    talk.prompt(1, "x").update({ sessionUpdate: "tool_call", ...call, status: "completed" });
    talk.wait(10).update({ sessionUpdate: "tool_call_update", ...call, status: "completed" });
    expect(named("execute_tool Look")).toHaveLength(1);
    talk.update({ sessionUpdate: "tool_call", ...call, status: "in_progress" });
    talk.update({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "failed" });
    expect(named("execute_tool Look").map(({ error }) => error)).toEqual([undefined, "The tool call failed"]);
  });

  it("of a session's history is none", () => {
    const { talk, spans } = track();
    talk.toAgent({ jsonrpc: "2.0", id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } });
    talk.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Old", kind: "read", status: "completed" });
    talk.toClient({ jsonrpc: "2.0", id: 1, result: {} });
    expect(spans.map(({ name }) => name)).toEqual(["session/load"]);
  });

  it("has a name that ends somewhere", () => {
    const { talk, spans } = track();
    talk
      .prompt(1, "x")
      .update({ sessionUpdate: "tool_call", toolCallId: "c", title: "y".repeat(9_000), status: "failed" });
    expect(spans.find(({ name }) => name.startsWith("execute_tool"))?.name).toHaveLength(NAME_CHARS_MAX);
  });
});

describe("requests", () => {
  it("are calls by the client and tools of the agent, each with its failure", () => {
    const { talk, spans } = track();
    talk.prompt(1, "x").toAgent({ jsonrpc: "2.0", id: 2, method: "session/set_mode", params: { sessionId: "s1" } });
    talk.toClient({ jsonrpc: "2.0", id: 2, method: "terminal/create", params: { sessionId: "s1", command: "ls" } });
    talk.toClient({ jsonrpc: "2.0", id: 2, result: {} });
    talk.toAgent({ jsonrpc: "2.0", id: 2, error: { code: -32000, message: "No" } });
    expect(spans).toMatchObject([
      { name: "session/set_mode", kind: "client", error: undefined },
      { name: "execute_tool terminal/create", kind: "internal", error: "No", attributes: { "error.type": "-32000" } },
    ]);
    expect(spans.map(({ parent }) => parent?.traceId === spans[0]?.context.traceId)).toEqual([true, true]);
  });

  it("belong to the trace they name", () => {
    const { talk, spans } = track();
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const params = { sessionId: "s1", path: "/w/a", _meta: { traceparent } };
    talk.prompt(1, "x").toClient({ jsonrpc: "2.0", id: 5, method: "fs/read_text_file", params });
    talk.toAgent({ jsonrpc: "2.0", id: 5, result: { content: "" } });
    expect(spans[0]?.parent).toMatchObject({ spanId: "b7ad6b7169203331", isRemote: true });
  });

  it("are forgotten when there are too many, and said to be", () => {
    const { talk, spans } = track();
    for (let id = 0; id <= REQUESTS_OPEN_MAX; id += 1) talk.toAgent({ jsonrpc: "2.0", id, method: "_x/y", params: {} });
    expect(spans.map(({ error }) => error)).toEqual(["Too many requests were open"]);
  });
});

describe("whatever comes", () => {
  it("nothing is thrown, and everything is bounded", () => {
    const { talk, tracker, spans } = track({ capturesContent: true });
    const odd: unknown[] = [
      null,
      7,
      "text",
      [],
      {},
      [{}],
      { id: 1 },
      { method: "session/update" },
      { id: {}, result: 1 },
    ];
    for (const message of odd) talk.toAgent(message).toClient(message);
    for (const params of [null, 3, [], { sessionId: 5 }, { sessionId: "s1", prompt: 5, _meta: 3 }]) {
      talk.toAgent({ jsonrpc: "2.0", id: 1, method: "session/prompt", params });
      talk.toClient({ jsonrpc: "2.0", id: 1, method: "session/request_permission", params });
      talk.toClient({ jsonrpc: "2.0", method: "session/update", params });
    }
    talk.update({ sessionUpdate: "tool_call", toolCallId: "c", rawInput: "x".repeat(500_000) });
    for (let count = 0; count < 1_000; count += 1) {
      talk.say("y".repeat(1_000));
      tracker.observe({ atMs: 1, sessionId: "s1", type: "compacted" });
    }
    for (let count = 0; count < SPAN_SESSIONS_MAX * 2; count += 1) talk.prompt(count, "x", undefined, `s-${count}`);
    tracker.end(0);
    for (const { attributes, events, startMs, endMs } of spans) {
      expect(JSON.stringify(attributes).length).toBeLessThan(CONTENT_CHARS_MAX * 3);
      expect(events.length).toBeLessThanOrEqual(SPAN_EVENTS_MAX);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
    }
    expect(spans.some(({ droppedEvents }) => droppedEvents > 0)).toBe(true);
  });

  it("a batch is read message by message", () => {
    const { talk, spans } = track();
    const prompt = { jsonrpc: "2.0", id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } };
    talk.toAgent([{ ...prompt, id: 2, method: "session/list", params: {} }, prompt]);
    const usage = { inputTokens: 1, outputTokens: 2 };
    talk.toClient([
      { jsonrpc: "2.0", id: 2, result: {} },
      { jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn", usage } },
    ]);
    expect(spans.map(({ name }) => name).toSorted()).toEqual(["invoke_agent mine", "session/list"]);
    expect(turnOf(spans)[0]?.attributes["gen_ai.usage.output_tokens"]).toBe(2);
  });

  it("what is too large to be read still ends what it answers", () => {
    const { talk, tracker, spans } = track();
    talk.toAgent({ jsonrpc: "2.0", id: 3, method: "session/list", params: {} }).wait(20);
    const place = { seq: 9, atMs: talk.nowMs, direction: "to_client", byteLength: 2e6 } as const;
    tracker.add({ ...place, text: undefined, head: '{"jsonrpc":"2.0","id":3,"result":{"sess', message: undefined }, []);
    expect(spans.map(({ name, startMs, endMs }) => [name, endMs - startMs])).toEqual([["session/list", 20]]);
  });
});

it("says the model of the session, also when it changes", () => {
  const { talk, spans } = track();
  talkOneTurn(talk);
  const params = { sessionId: "s1", configId: "model", value: "m-2" };
  talk.toAgent({ jsonrpc: "2.0", id: 8, method: "session/set_config_option", params });
  talk.prompt(9, "x").toClient({ jsonrpc: "2.0", id: 9, result: { stopReason: "end_turn" } });
  expect(turnOf(spans).map(({ attributes }) => attributes["gen_ai.request.model"])).toEqual(["m-1", "m-2"]);
});
