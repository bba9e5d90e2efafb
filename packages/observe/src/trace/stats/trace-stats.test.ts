import { describe, expect, it } from "vitest";
import { parseTrace } from "../read/read-trace.ts";
import {
  failure,
  notification,
  OPENING,
  request,
  response,
  toTrace,
  update,
  words,
  type Told,
} from "../testing/frames.ts";
import { Samples } from "./spread.ts";
import { createTraceCounter, type TraceStats } from "./trace-stats.ts";

function count(told: readonly Told[]): TraceStats {
  const counter = createTraceCounter();
  for (const item of toTrace(told)) counter.add(item);
  return counter.result();
}

const prompt = (id: number): unknown => request(id, "session/prompt", { sessionId: "s1", prompt: [] });

describe("createTraceCounter", () => {
  const options = [{ optionId: "n", name: "No", kind: "reject_once" }];
  const stats = count([
    ["client", request(0, "initialize", { protocolVersion: 1, clientInfo: { name: "parley", version: "1" } }), 1_000],
    ["agent", response(0, { protocolVersion: 1, agentInfo: { name: "goose", version: "2" } }), 1_100],
    ...OPENING.slice(2).map(([from, message]): Told => [from, message, 1_200]),
    ["client", prompt(2), 2_000],
    ["agent", update("usage_update", { used: 1, size: 100 }), 2_100],
    ["agent", words("Hi", "agent_thought_chunk"), 2_500],
    ["agent", update("tool_call", { toolCallId: "t1", title: "x" }), 2_600],
    [
      "agent",
      request(7, "session/request_permission", { sessionId: "s1", toolCall: { toolCallId: "t1" }, options }),
      3_000,
    ],
    ["client", response(7, { outcome: { outcome: "selected", optionId: "n" } }), 5_000],
    ["agent", update("tool_call_update", { toolCallId: "t1", kind: "execute", status: "failed" }), 5_100],
    ["agent", update("usage_update", { used: 50, size: 100, cost: { amount: 0.5, currency: "USD" } }), 5_200],
    [
      "agent",
      response(2, { stopReason: "end_turn", usage: { totalTokens: 70, inputTokens: 60, outputTokens: 10 } }),
      6_000,
    ],
    ["client", prompt(3), 7_000],
    ["client", notification("session/cancel", { sessionId: "s1" }), 7_100],
    ["agent", failure(3, -32_603, "broke"), 8_000],
    ["agent", "Traceback", 8_100],
    ["client", prompt(4), 9_000],
  ]);

  it("counts methods with their answers, errors and times", () => {
    const prompts = stats.methods.find(({ method }) => method === "session/prompt");
    expect(prompts).toMatchObject({
      from: "client",
      calls: 3,
      answers: 2,
      errors: 1,
      tookMs: { count: 2, p50: 1_000, p95: 4_000, max: 4_000 },
    });
    expect(stats.methods.find(({ method }) => method === "session/request_permission")).toMatchObject({
      from: "agent",
      calls: 1,
      answers: 1,
    });
    expect(stats.updates.map(({ update: kind, count: many }) => [kind, many])).toContainEqual(["usage_update", 2]);
  });

  it("says what became of a session", () => {
    expect(stats.sessions).toMatchObject([
      {
        sessionId: "s1",
        cwd: "/repo",
        turns: 2,
        stopReasons: { end_turn: 1, error: 1 },
        toolCalls: { execute: 1 },
        failedToolCalls: 1,
        firstTokenMs: { count: 1, max: 500 },
        permissions: { asked: 1, allowed: 0, rejected: 1, cancelled: 0 },
        permissionMs: { max: 2_000 },
        usage: { used: 50, size: 100, cost: { amount: 0.5, currency: "USD" } },
        tokens: 70,
      },
    ]);
  });

  it("reports the senders and the oddities", () => {
    expect(stats).toMatchObject({
      agent: "goose 2",
      client: "parley 1",
      protocolVersion: 1,
      startedAtMs: 1_000,
      endedAtMs: 9_000,
      notJson: 1,
      unanswered: 1,
      connections: 1,
    });
    expect(stats.from.client.frames + stats.from.agent.frames).toBe(18);
  });

  it("counts the frames missing from the file", () => {
    const counter = createTraceCounter();
    for (const item of parseTrace('{"at":1,"dropped":4}\n{"from":"agent","head":"{","bytes":5000000}\nrubbish\n{"fr'))
      counter.add(item);
    expect(counter.result()).toMatchObject({
      dropped: 4,
      notKept: 1,
      damaged: 2,
      from: { agent: { bytes: 5_000_000 } },
    });
  });
});

it.each([
  [[5], { count: 1, p50: 5, p95: 5, max: 5 }],
  [[4, 1, 3, 2], { count: 4, p50: 2, p95: 4, max: 4 }],
  [Array.from({ length: 100 }, (_none, index) => 100 - index), { count: 100, p50: 50, p95: 95, max: 100 }],
])("ranks %j", (values, spread) => {
  const samples = new Samples();
  for (const value of values) samples.add(value);
  samples.add(undefined);
  expect(samples.spread()).toEqual(spread);
});
