import { describe, expect, it } from "vitest";
import { createFrameFeeder, filesOf, only } from "./testing/feed-frames.ts";

const prompt = (id: unknown, blocks: unknown = []): object => ({
  id,
  method: "session/prompt",
  params: { sessionId: "s1", prompt: blocks },
});
const types = (observations: readonly { type: string }[]): string[] => observations.map(({ type }) => type);

describe("sessions", () => {
  it.each(["new", "fork"])("are opened by session/%s with the folder of the request", (how) => {
    const feeder = createFrameFeeder();
    const said = feeder.exchange(`session/${how}`, { cwd: "/repo" }, { sessionId: "s2" }, "to_agent");
    expect(said).toEqual([{ type: "session_opened", how, cwd: "/repo", sessionId: "s2", atMs: 20 }]);
  });

  it.each(["load", "resume"])("are opened again by session/%s", (how) => {
    const said = createFrameFeeder().exchange(`session/${how}`, { cwd: "/repo" }, {}, "to_agent");
    expect(said).toMatchObject([{ type: "session_opened", how, cwd: "/repo", sessionId: "s1" }]);
  });

  it("are not opened by an error", () => {
    const feeder = createFrameFeeder();
    expect(feeder.exchange("session/new", { cwd: "/" }, new Error("no"), "to_agent")).toEqual([]);
    expect(feeder.exchange("session/load", { cwd: "/" }, new Error("no"), "to_agent")).toEqual([]);
  });

  it("are closed, and have titles, plans, usage and compactions", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    expect(feeder.update({ sessionUpdate: "session_info_update", title: "T" })).toMatchObject([
      { type: "title", title: "T" },
    ]);
    const entries = [{ status: "completed" }, { status: "pending" }, null];
    expect(feeder.update({ sessionUpdate: "plan", entries })).toMatchObject([{ type: "plan", done: 1, total: 3 }]);
    const plan = { type: "items", planId: "p", entries };
    expect(feeder.update({ sessionUpdate: "plan_update", plan })).toMatchObject([{ type: "plan", done: 1, total: 3 }]);
    const cost = { amount: 0.5, currency: "EUR" };
    expect(feeder.update({ sessionUpdate: "usage_update", used: 10, size: 100, cost })).toMatchObject([
      { type: "usage", used: 10, size: 100, cost },
    ]);
    expect(feeder.update({ sessionUpdate: "usage_update", used: "many" })).toEqual([]);
    const compaction = { sessionUpdate: "compaction_update", compactionId: "k", status: "in_progress" };
    expect(feeder.update(compaction)).toEqual([]);
    expect(types(feeder.update({ ...compaction, status: "completed" }))).toEqual(["compacted"]);
    expect(feeder.update({ ...compaction, status: "completed" })).toEqual([]);
    expect(types(feeder.exchange("session/close", {}, null, "to_agent"))).toEqual(["session_closed"]);
  });

  it("of subagents work in the folder of their parent", () => {
    const feeder = createFrameFeeder();
    feeder.open("/repo");
    const update = { sessionUpdate: "subagent_update", sessionId: "child", title: "Part", state: { state: "running" } };
    expect(feeder.update(update)).toMatchObject([
      { type: "session_opened", sessionId: "child", cwd: "/repo" },
      { type: "title", sessionId: "child" },
      { type: "turn_started", sessionId: "child" },
    ]);
  });
});

describe("turns", () => {
  it("begin with a prompt, name its files, and end with its answer", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    const blocks = [{ type: "resource_link", uri: "file:///repo/a.ts", name: "a" }];
    expect(feeder.toAgent(prompt(1, blocks))).toMatchObject([
      { type: "turn_started", requestId: "1" },
      { type: "file", path: "/repo/a.ts", action: "user_referenced" },
    ]);
    const chunk = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } };
    expect(feeder.update(chunk)).toMatchObject([{ type: "output", kind: "message", chars: 5 }]);
    expect(feeder.update({ ...chunk, sessionUpdate: "agent_thought_chunk" })).toMatchObject([{ kind: "thought" }]);
    const said = feeder.toClient({ id: 1, result: { stopReason: "end_turn" } });
    expect(said).toMatchObject([{ type: "turn_ended", requestId: "1", stopReason: "end_turn" }]);
    expect(types(feeder.update(chunk))).toEqual(["output", "oddity"]);
  });

  it.each([
    ["1", '"1"'],
    [1, "1"],
    [null, "null"],
    [-0.5, "-0.5"],
  ])("are distinguished by their ids: %j", (id, requestId) => {
    const feeder = createFrameFeeder();
    feeder.open();
    feeder.toAgent(prompt(1));
    feeder.toAgent(prompt("1"));
    feeder.toAgent(prompt(null));
    feeder.toAgent(prompt(-0.5));
    const said = feeder.toClient({ id, result: { stopReason: "end_turn" } });
    expect(said).toMatchObject([{ type: "turn_ended", requestId }]);
  });

  it("end with an error, too", () => {
    const feeder = createFrameFeeder();
    feeder.toAgent(prompt(1));
    expect(feeder.toClient({ id: 1, error: { code: -1, message: "no key" } })).toMatchObject([
      { type: "turn_ended", stopReason: undefined, error: "no key" },
    ]);
  });

  it("of version 2 end with the state of the session, and a second prompt joins", () => {
    const feeder = createFrameFeeder();
    feeder.exchange(
      "initialize",
      { protocolVersion: 2 },
      { protocolVersion: 2, capabilities: {}, info: {} },
      "to_agent",
    );
    feeder.open();
    const said = [
      ...feeder.toAgent(prompt(1)),
      ...feeder.toClient({ id: 1, result: { messageId: "m" } }),
      ...feeder.update({ sessionUpdate: "state_update", state: "running" }),
      ...feeder.toAgent(prompt(2)),
      ...feeder.update({ sessionUpdate: "agent_message", messageId: "m2", content: [{ type: "text", text: "ab" }] }),
      ...feeder.toClient({ id: 2, result: { messageId: "m3" } }),
      ...feeder.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" }),
      ...feeder.update({ sessionUpdate: "state_update", state: "idle" }),
    ];
    expect(said).toMatchObject([
      { type: "turn_started", requestId: "1" },
      { type: "output", chars: 2 },
      { type: "turn_ended", requestId: "1", stopReason: "end_turn" },
    ]);
    expect(types(feeder.update({ sessionUpdate: "state_update", state: "running" }))).toEqual(["turn_started"]);
  });
});

describe("history", () => {
  const replayed = [
    { sessionUpdate: "user_message_chunk", content: { type: "text", text: "@a.ts" } },
    { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
    { sessionUpdate: "tool_call", toolCallId: "old", kind: "edit", status: "completed", locations: [{ path: "a.ts" }] },
    { sessionUpdate: "compaction_update", compactionId: "k", status: "completed" },
  ];

  it("that is replayed before and after the answer to session/load counts nothing, until the next prompt", () => {
    const feeder = createFrameFeeder();
    feeder.toAgent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/repo" } });
    for (const update of replayed) expect(feeder.update(update)).toEqual([]);
    expect(types(feeder.toClient({ id: 1, result: {} }))).toEqual(["session_opened"]);
    for (const update of replayed) expect(feeder.update(update)).toEqual([]);
    expect(types(feeder.update({ sessionUpdate: "usage_update", used: 1, size: 2 }))).toEqual(["usage"]);
    feeder.toAgent(prompt(2));
    expect(filesOf(replayed.flatMap((update) => feeder.update(update)))).toEqual(["write a.ts (location)"]);
  });

  it("of a fork may come before its name is known", () => {
    const feeder = createFrameFeeder();
    feeder.toAgent({ id: 1, method: "session/fork", params: { sessionId: "s0", cwd: "/repo" } });
    for (const update of replayed) expect(feeder.update(update)).toEqual([]);
    feeder.toClient({ id: 1, result: { sessionId: "s1" } });
    for (const update of replayed) expect(feeder.update(update)).toEqual([]);
  });

  it("is none where loading failed", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    feeder.exchange("session/load", { cwd: "/repo" }, new Error("already loaded"), "to_agent");
    expect(replayed.flatMap((update) => feeder.update(update))).not.toEqual([]);
  });
});

describe("files through the client", () => {
  it("are accessed when the answer says so", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    const asked = { id: "r", method: "fs/read_text_file", params: { sessionId: "s1", path: "/repo/a.ts", line: 5 } };
    expect(feeder.toClient(asked)).toEqual([]);
    expect(feeder.toAgent({ id: "r", result: { content: "x" } })).toMatchObject([
      { type: "file", path: "/repo/a.ts", action: "read", from: "fs", line: 5 },
    ]);
    expect(filesOf(feeder.exchange("fs/write_text_file", { path: "b.ts", content: "" }, null))).toEqual([
      "write b.ts (fs)",
    ]);
    expect(feeder.exchange("fs/read_text_file", { path: "/none" }, new Error("not found"))).toEqual([]);
    expect(feeder.exchange("fs/write_text_file", { path: "/etc/x" }, new Error("refused"))).toEqual([]);
  });

  it("belong to the tool call that named them", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    const call = { sessionUpdate: "tool_call", kind: "edit", status: "pending" };
    feeder.update({ ...call, toolCallId: "c1", locations: [{ path: "/repo/a.ts" }] });
    feeder.update({ ...call, toolCallId: "c2", locations: [{ path: "/repo/b.ts" }] });
    const said = feeder.exchange("fs/write_text_file", { path: "b.ts", content: "" }, {});
    expect(said).toMatchObject([{ type: "file", toolCallId: "c2" }]);
  });

  it("are known by their beginning if the message is too large", () => {
    const feeder = createFrameFeeder();
    feeder.open();
    const head =
      '{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/repo/big","content":"xx';
    expect(types(feeder.raw("to_client", undefined, head))).toEqual(["oddity"]);
    expect(filesOf(feeder.toAgent({ id: 7, result: null }))).toEqual(["write /repo/big (fs)"]);
    feeder.toClient({ id: 8, method: "fs/read_text_file", params: { sessionId: "s1", path: "/repo/c" } });
    const answer = '{"jsonrpc":"2.0","id":8,"result":{"content":"xxxxxxxx';
    expect(filesOf(feeder.raw("to_agent", undefined, answer))).toEqual(["read /repo/c (fs)"]);
  });
});

describe("oddities", () => {
  it.each<[string, unknown]>([
    ["a batch", [{ method: "x" }]],
    ["a text", "hello"],
    ["nothing", null],
    ["a response without a request", { id: 9, result: {} }],
    ["no JSON-RPC", { hello: 1 }],
  ])("%s", (_, message) => {
    expect(only(createFrameFeeder().toClient(message), "oddity")).toHaveLength(1);
  });

  it("text that is not JSON, but no blank line", () => {
    const feeder = createFrameFeeder();
    expect(types(feeder.raw("to_client", "Loading…"))).toEqual(["oddity"]);
    expect(feeder.raw("to_client", "  ")).toEqual([]);
    expect(types(feeder.raw("to_client", undefined, "\u{FFFD}"))).toEqual(["oddity"]);
  });

  it("an answer in the direction of its request", () => {
    const feeder = createFrameFeeder();
    feeder.toAgent(prompt(1));
    expect(types(feeder.toAgent({ id: 1, result: {} }))).toEqual(["oddity"]);
  });
});
