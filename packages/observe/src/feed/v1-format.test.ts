import { describe, expect, it } from "vitest";
import { openTestFeed } from "./testing/open-test-feed.ts";

describe("the plain format", () => {
  it("is byte for byte as its readers know it", async () => {
    await using test = await openTestFeed();
    const { state, clock } = test;
    state.touch("s1", "src/a.ts", "read", { atMs: 1_767_225_600_000, turnAccessed: 2 });
    const reader = await test.connect();
    await reader.find("snapshot");
    expect(reader.lines.items[0]).toBe(
      '{"type":"snapshot","agent_id":"goose-1","session_id":"s1","session_mode":"single_agent","seq":1,"nodes":{"src/a.ts":' +
        '{"path":"src/a.ts","heat":1,"in_context":true,"last_action":"read","turn_accessed":2,"timestamp_ms":1767225600000}}}',
    );
    state.touch("s1", "src/b.ts", "write", { atMs: 5, heat: 0.95 ** 3, inContext: false });
    state.removeFile("s1", "src/a.ts");
    state.use("s1", { used: 1_200, size: 200_000, cost: { amount: 0.25, currency: "USD" } });
    state.block("s1", ".env", "read", clock.now());
    await reader.find("blocked");
    expect(reader.lines.items.slice(1)).toEqual([
      '{"type":"delta","agent_id":"goose-1","session_id":"s1","session_mode":"single_agent","seq":2,"updates":[' +
        '{"path":"src/b.ts","heat":0.8574,"in_context":false,"last_action":"write","turn_accessed":0,"timestamp_ms":5}],' +
        '"removed":["src/a.ts"]}',
      '{"type":"usage","agent_id":"goose-1","session_id":"s1","session_mode":"single_agent","used":1200,"size":200000,' +
        '"cost":{"amount":0.25,"currency":"USD"}}',
      `{"type":"blocked","agent_id":"goose-1","session_id":"s1","path":".env","action":"read","timestamp_ms":${clock.now()}}`,
    ]);
  });

  it("counts the deltas of a session one by one, and says nothing where nothing has a place in it", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    const reader = await test.connect();
    const { seq } = await reader.find("snapshot");
    for (let count = 1; count <= 3; count += 1) {
      state.set("s1", { turn: count });
      state.touch("s1", `f${count}`, "write");
      expect((await reader.find("delta", count))["seq"]).toBe((seq as number) + count);
    }
    expect(reader.lines.items).toHaveLength(4);
  });

  it("gives a late reader everything, with the usage", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    const early = await test.connect();
    state.touch("s1", "a", "read");
    state.touch("s2", "b", "write");
    state.use("s2", { used: 1, size: 2 });
    await early.find("snapshot", 2);
    const late = await test.connect();
    const first = await late.find("snapshot");
    const second = await late.find("snapshot", 2);
    expect([first, second].map((each) => String(each["session_id"])).toSorted()).toEqual(["s1", "s2"]);
    expect(await late.find("usage")).toMatchObject({ session_id: "s2", used: 1, size: 2 });
  });

  it("takes the files of a session away when it is over, and tells of one that is new", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    const reader = await test.connect();
    state.touch("s1", "a", "read");
    await reader.find("snapshot");
    state.removeSession("s1");
    expect(await reader.find("delta")).toMatchObject({ session_id: "s1", updates: [], removed: ["a"] });
    state.touch("s2", "b", "read");
    expect(await reader.find("snapshot", 2)).toMatchObject({ session_id: "s2" });
  });

  it("has whole numbers and valid text only, for any observed value", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "\ud800/ü", "read", { atMs: 1.5, turnAccessed: -1 });
    state.use("s1", { used: 2 ** 40, size: Number.NaN });
    const reader = await test.connect();
    const { nodes } = await reader.find("snapshot");
    expect(nodes).toEqual({
      "\ufffd/ü": expect.objectContaining({ path: "\ufffd/ü", timestamp_ms: 2, turn_accessed: 0 }),
    });
    expect(await reader.find("usage")).toMatchObject({ used: 2 ** 32 - 1, size: 0 });
  });

  it("sends a snapshot when asked for one, of one session or of all", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    state.touch("s2", "b", "read");
    const reader = await test.connect();
    await reader.find("snapshot", 2);
    reader.send({ type: "request_snapshot", session_id: "s2" });
    expect(await reader.find("snapshot", 3)).toMatchObject({ session_id: "s2", nodes: { b: { heat: 1 } } });
    reader.send({ type: "request_snapshot" });
    await reader.find("snapshot", 5);
    expect(reader.lines.items).toHaveLength(5);
  });

  it("keeps to the reader's filter, and shows what it left out when the filter goes", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    const reader = await test.connect();
    reader.send({ type: "set_stream_filter", session_id: "s2" });
    reader.send({ type: "rpc", id: "r", method: "list_sessions" });
    await reader.find("rpc_result");
    state.touch("s1", "a", "read");
    state.touch("s2", "b", "read");
    expect(await reader.find("snapshot")).toMatchObject({ session_id: "s2" });
    state.touch("s1", "c", "read");
    state.touch("s2", "d", "read");
    expect(await reader.find("delta")).toMatchObject({ session_id: "s2" });
    expect(reader.lines.items.filter((line) => line.includes('"s1"'))).toEqual([]);
    reader.send({ type: "set_stream_filter", session_id: null, session_mode: null });
    expect(await reader.find("snapshot", 2)).toMatchObject({ session_id: "s1", nodes: { a: {}, c: {} } });
    reader.send({ type: "set_stream_filter", session_mode: "single_agent" });
    reader.send({ type: "rpc", id: "r2", method: "list_sessions" });
    await reader.find("rpc_result", 2);
    const before = reader.lines.items.length;
    const other = await test.connect();
    await other.find("snapshot", 2);
    state.touch("s1", "e", "read");
    await other.find("delta");
    expect(reader.lines.items).toHaveLength(before);
  });

  it("says multi_agent while several sessions are merged, and single_agent again when one is left", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    const reader = await test.connect();
    const { seq, session_mode } = await reader.find("snapshot");
    expect(session_mode).toBe("single_agent");
    state.touch("s2", "b", "read");
    state.use("s2", { used: 1, size: 2 });
    expect(await reader.find("snapshot", 2)).toMatchObject({ session_id: "s2", session_mode: "multi_agent" });
    expect(await reader.find("usage")).toMatchObject({ session_id: "s2", session_mode: "multi_agent" });
    // Nothing happened in the first one, and yet its readers know.
    const empty = { session_id: "s1", updates: [], removed: [] };
    expect(await reader.find("delta")).toMatchObject({
      ...empty,
      session_mode: "multi_agent",
      seq: (seq as number) + 1,
    });
    state.removeSession("s2");
    expect(await reader.find("delta", 2)).toMatchObject({ session_id: "s2", removed: ["b"] });
    expect(await reader.find("delta", 3)).toMatchObject({
      ...empty,
      session_mode: "single_agent",
      seq: (seq as number) + 2,
    });
  });

  it.each(["multi_agent", "orchestrator"])("filters by the mode %s as it is now", async (session_mode) => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    const [merged, single] = [await test.connect(), await test.connect()];
    merged.send({ type: "set_stream_filter", session_mode });
    merged.send({ type: "rpc", id: "1", method: "list_sessions" });
    await merged.find("rpc_result");
    single.send({ type: "set_stream_filter", session_mode: "single_agent" });
    await single.find("snapshot");
    const before = merged.lines.items.length;
    state.touch("s2", "b", "read");
    await merged.lines.find("both", (line) => line.includes('"multi_agent"'), 2);
    expect(merged.lines.items.slice(before).map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      "snapshot",
      "snapshot",
    ]);
    // The line that says why is the last that this one gets.
    expect(await single.find("delta")).toMatchObject({ session_id: "s1", session_mode: "multi_agent" });
    state.removeSession("s2");
    expect(await single.find("snapshot", 2)).toMatchObject({ session_id: "s1", session_mode: "single_agent" });
  });
});

describe("calls", () => {
  it("are answered: sessions, one session, and what there is not", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    state.set("s1", { title: "Mend it", cwd: "/code" });
    const reader = await test.connect();
    await reader.find("snapshot");
    reader.send({ type: "rpc", id: "1", method: "list_sessions", params: {} });
    expect(await reader.find("rpc_result")).toEqual({
      type: "rpc_result",
      id: "1",
      result: {
        active: null,
        sessions: [
          {
            agent_id: "goose-1",
            session_id: "s1",
            mode: "single_agent",
            title: null,
            cwd: "/code",
            turn: 0,
            is_running: false,
          },
        ],
      },
    });
    reader.send({ type: "rpc", id: "2", method: "get_session_state", params: { session_id: "s1" } });
    expect(await reader.find("rpc_result", 2)).toMatchObject({ id: "2", result: { nodes: { a: { heat: 1 } } } });
    const refused: [string, object | undefined, number][] = [
      ["nonsense", undefined, 404],
      ["constructor", undefined, 404],
      ["create_session", undefined, 404],
      ["get_session_state", undefined, 400],
      ["get_session_state", { session_id: "other" }, 404],
    ];
    for (const [index, [method, params, code]] of refused.entries()) {
      reader.send({ type: "rpc", id: `e${index}`, method, params });
      const answer = await reader.find("rpc_error", index + 1);
      expect(answer).toEqual({ type: "rpc_error", id: `e${index}`, error: { code, message: expect.any(String) } });
    }
  });
});
