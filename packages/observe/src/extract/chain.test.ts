import { describe, expect, it } from "vitest";
import type { Observation } from "./observation.ts";
import { createFrameFeeder, filesOf, only, type FrameFeeder } from "./testing/feed-frames.ts";

const wrap = (method: string, params: object, name = "_proxy/successor"): object => ({
  method: name,
  params: { method, params },
});
const types = (observations: readonly { type: string }[]): string[] => observations.map(({ type }) => type);
const update = (fields: object): object => ({ sessionId: "s1", update: fields });
const READ = { sessionUpdate: "tool_call", toolCallId: "c1", kind: "read", locations: [{ path: "/repo/a.ts" }] };
const USAGE = { sessionUpdate: "usage_update", used: 10, size: 100 };
const CHUNK = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "the" } };

/** A request of one side and its answer, each in the form it has on the pipe. */
function exchange(feeder: FrameFeeder, from: "client" | "proxy", request: object, result: unknown): Observation[] {
  const id = `${from} ${JSON.stringify(request).length}`;
  const [asked, answered] = [
    { id, ...request },
    { id, result },
  ];
  if (from === "client") return [...feeder.toAgent(asked), ...feeder.toClient(answered)];
  return [...feeder.toClient(asked), ...feeder.toAgent(answered)];
}

function open(): FrameFeeder {
  const feeder = createFrameFeeder();
  exchange(feeder, "client", { method: "_proxy/initialize", params: { protocolVersion: 1 } }, { protocolVersion: 1 });
  exchange(feeder, "client", { method: "session/new", params: { cwd: "/repo" } }, { sessionId: "s1" });
  return feeder;
}

describe("what is in an envelope", () => {
  it.each(["_proxy/successor", "proxy/successor"])("is seen: tools, files and usage in %s", (name) => {
    const feeder = open();
    feeder.toAgent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
    const said = feeder.toAgent(wrap("session/update", update(READ), name));
    expect(filesOf(said)).toEqual(["read /repo/a.ts (location)"]);
    expect(only(said, "tool_call")).toMatchObject([{ toolCallId: "c1", kind: "read" }]);
    const used = feeder.toAgent(wrap("session/update", update(USAGE), name));
    expect(used).toMatchObject([{ type: "usage", used: 10, size: 100, sessionId: "s1" }]);
  });

  it("is matched with its answer by the id of the envelope", () => {
    const feeder = open();
    const request = { id: "x", ...wrap("fs/read_text_file", { sessionId: "s1", path: "/repo/b.ts" }) };
    expect(feeder.toAgent(request)).toEqual([]);
    expect(filesOf(feeder.toClient({ id: "x", result: { content: "" } }))).toEqual(["read /repo/b.ts (fs)"]);
  });

  it("is seen in envelopes in one another", () => {
    const feeder = open();
    const inner = wrap("session/update", update(READ));
    expect(filesOf(feeder.toAgent(wrap("_proxy/successor", (inner as { params: object }).params)))).toHaveLength(1);
  });

  it("stays as it was", () => {
    const feeder = open();
    const message = wrap("session/update", { ...update(READ), _meta: { z: null, a: [1, { c: 1, b: 2 }] } });
    const before = JSON.stringify(message);
    feeder.toAgent(message);
    expect(JSON.stringify(message)).toBe(before);
  });

  it.each([
    [{}],
    [{ method: 7 }],
    [{ method: "session/update", params: "none" }],
    [{ method: "_proxy/successor", params: { method: "_proxy/successor" } }],
  ])("may be anything: %j", (params) => {
    const feeder = open();
    expect(feeder.toAgent({ method: "_proxy/successor", params })).toEqual([]);
    expect(feeder.toAgent({ id: 5, method: "_proxy/successor", params })).toEqual([]);
    expect(feeder.toClient({ id: 5, result: null })).toEqual([]);
  });
});

describe("what a proxy passes on", () => {
  it("is reported once, as one turn", () => {
    const feeder = createFrameFeeder();
    const created = { method: "session/new", params: { cwd: "/repo" } };
    const opened = [
      ...feeder.toAgent({ id: 1, ...created }),
      ...feeder.toClient({ id: 1, ...wrap("session/new", { cwd: "/repo", mcpServers: [{ name: "added" }] }) }),
      ...feeder.toAgent({ id: 1, result: { sessionId: "s1" } }),
      ...feeder.toClient({ id: 1, result: { sessionId: "s1" } }),
    ];
    expect(types(opened)).toEqual(["session_opened"]);

    const prompt = { sessionId: "s1", prompt: [{ type: "text", text: "go" }] };
    const begun = [
      ...feeder.toAgent({ id: 2, method: "session/prompt", params: prompt }),
      // It says a little more to its successor.
      ...feeder.toClient({
        id: 2,
        ...wrap("session/prompt", { ...prompt, prompt: [{ type: "text", text: "go, please" }] }),
      }),
    ];
    expect(types(begun)).toEqual(["turn_started"]);

    const passed = [READ, CHUNK, CHUNK, USAGE].flatMap((fields) => [
      ...feeder.toAgent(wrap("session/update", update(fields))),
      // Written anew: other order, a null more.
      ...feeder.toClient({ method: "session/update", params: { update: { ...fields, title: null }, sessionId: "s1" } }),
    ]);
    expect(types(passed)).toEqual(["file", "tool_call", "output", "output", "usage"]);

    const file = { sessionId: "s1", path: "/repo/b.ts" };
    const read = [
      ...feeder.toAgent({ id: 3, ...wrap("fs/read_text_file", file) }),
      ...feeder.toClient({ id: 3, method: "fs/read_text_file", params: file }),
      ...feeder.toAgent({ id: 3, result: { content: "" } }),
      ...feeder.toClient({ id: 3, result: { content: "" } }),
    ];
    expect(filesOf(read)).toEqual(["read /repo/b.ts (fs)"]);

    const ended = [
      ...feeder.toAgent({ id: 2, result: { stopReason: "end_turn" } }),
      ...feeder.toClient({ id: 2, result: { stopReason: "end_turn" } }),
    ];
    expect(ended).toMatchObject([{ type: "turn_ended", requestId: "2", stopReason: "end_turn" }]);
  });

  it("is reported again when it is sent again", () => {
    const feeder = open();
    const say = (): readonly Observation[] => [
      ...feeder.toAgent(wrap("session/update", update(USAGE))),
      ...feeder.toClient({ method: "session/update", params: update(USAGE) }),
    ];
    expect([...types(say()), ...types(say())]).toEqual(["usage", "usage"]);
  });
});

it("messages nested too deep to compare are reported, and nothing throws", () => {
  const feeder = open();
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  const message = { method: "session/update", params: { ...update(USAGE), deep } };
  expect(types(feeder.parsed("to_client", message))).toEqual(["usage"]);
});

it("without a chain nothing is taken for said already", () => {
  const feeder = createFrameFeeder();
  feeder.open("/repo");
  expect(types([...feeder.update(USAGE), ...feeder.update(USAGE)])).toEqual(["usage", "usage"]);
});
