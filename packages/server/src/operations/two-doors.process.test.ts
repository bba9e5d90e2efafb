// Every operation is the same over HTTP and over ACP: replies, errors, effects.
import { operations, type SharedName } from "@parley/contract";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "../dialects/acp/testing/acp-peer.ts";
import { acpDoor, httpDoor, type Door } from "./testing/doors.ts";

const GREET = {
  version: "1.0.0",
  title: "Greet",
  description: "Greet a person",
  prompt: "say hello {{ name }}",
  agent: "script",
  parameters: [{ key: "name", input_type: "string", requirement: "required", description: "Name of the person" }],
};
/** As long as a script may wait. */
const LONG_MS = 600_000;

let server: TestServer;
let peers: AcpPeer[];
/** HTTP, and ACP over both of its transports. */
let doors: readonly [Door, Door, Door];
/** A finished turn, and one that waits for an answer. */
let [sessionId, turnId, interactionId, recipeId] = ["", "", "", ""];
/** A sign-in that failed. */
let jobId = "";
/** A session whose turn wrote `changed.txt`, and the snapshot after it. */
let [changedId, snapshot] = ["", ""];
/** A session whose turn ran a command, and its terminal. */
let [ranId, terminal] = ["", ""];

beforeAll(async () => {
  server = await openTestServer();
  peers = await Promise.all(TRANSPORTS.map(async ([, connect]) => createAcpPeer(await connect(server))));
  const [one, other] = peers.map(acpDoor);
  doors = [httpDoor(server.url, server.token), one, other] as [Door, Door, Door];
  const [http] = doors;
  sessionId = (await http.call("sessions/create", { agent: "script", name: "Two doors" })).id;
  turnId = (await http.call("turns/start", { id: sessionId, user_message: "say needle" })).turn_id;
  await server.hub.turns.ended(turnId);
  execFileSync("git", ["init", "--quiet"], { cwd: server.folder });
  changedId = await play(http, "write changed.txt one line");
  const { events } = await http.call("sessions/events", { id: changedId });
  snapshot = events.flatMap((event) => (event.type === "changes" ? event.after : []))[0] ?? "";
  ranId = await play(http, "run echo done");
  terminal = (await http.call("terminal/list", { id: ranId })).terminals[0]?.id ?? "";
  interactionId = await ask(http);
  recipeId = (await http.call("recipes/save", GREET)).id;
  jobId = (await http.call("agents/signIn", { name: "script", method_id: "none" })).id;
  await http.call("agents/job", { id: jobId, after: 1_000, wait_seconds: 30 });
}, 60_000);
afterAll(async () => {
  await Promise.all(peers.map(({ transport }) => transport.close()));
  await server[Symbol.asyncDispose]();
});

/** A session with this turn. */
async function play(door: Door, words: string): Promise<string> {
  const { id } = await door.call("sessions/create", { agent: "script", level: "bypass" });
  const { turn_id: turn } = await door.call("turns/start", { id, user_message: words });
  await server.hub.turns.ended(turn);
  return id;
}

/** A question that waits for its answer. */
async function ask(door: Door): Promise<string> {
  const { id } = await door.call("sessions/create", { agent: "script" });
  const { turn_id: turn } = await door.call("turns/start", { id, user_message: `write ${crypto.randomUUID()}.txt x` });
  return (await server.hub.turns.settled(turn)).interactionId ?? "";
}

describe("what only reads replies with the same", () => {
  const READS: readonly [SharedName, () => Readonly<Record<string, unknown>>][] = [
    ["sessions/list", () => ({ limit: 1, agent: "script" })],
    ["sessions/search", () => ({ q: "needle" })],
    ["sessions/get", () => ({ id: sessionId })],
    ["sessions/get", () => ({ id: sessionId, conversation: false })],
    ["sessions/extensions", () => ({ id: sessionId })],
    ["sessions/choices", () => ({ id: sessionId })],
    ["sessions/signIns", () => ({ id: sessionId })],
    ["sessions/events", () => ({ id: sessionId, after: 1, limit: 3 })],
    ["turns/list", () => ({ session_id: sessionId, state: "completed" })],
    ["turns/get", () => ({ id: turnId })],
    ["queue/list", () => ({ id: sessionId })],
    ["interactions/list", () => ({ state: "pending" })],
    ["interactions/get", () => ({ id: interactionId })],
    ["entries/list", () => ({ all: true })],
    ["entries/get", () => ({ name: "qa" })],
    ["entries/choices", () => ({ agent: "script" })],
    ["entries/choices", () => ({})],
    ["agents/catalogue", () => ({})],
    ["agents/jobs", () => ({})],
    ["agents/job", () => ({ id: jobId, wait_seconds: 30 })],
    ["agents/signIns", () => ({ name: "script" })],
    ["agents/log", () => ({ name: "script" })],
    ["agents/traffic", () => ({ name: "script", limit: 3 })],
    ["agents/sessions", () => ({ name: "script" })],
    ["slots/list", () => ({})],
    ["slots/get", () => ({ name: "coding" })],
    ["recipes/list", () => ({})],
    ["recipes/get", () => ({ id: recipeId })],
    ["recipes/parse", () => GREET],
    ["tools/list", () => ({ session_id: sessionId, start: false })],
    ["prompts/list", () => ({ session_id: sessionId, start: false })],
    ["views/get", () => ({ id: sessionId })],
    ["views/timeline", () => ({ id: sessionId, limit: 5 })],
    ["changes/list", () => ({ id: changedId })],
    ["changes/file", () => ({ id: changedId, path: "changed.txt" })],
    ["sessions/rewindPoints", () => ({ id: changedId })],
    ["terminal/list", () => ({ id: ranId })],
    ["terminal/get", () => ({ id: ranId, terminal })],
    ["files/search", () => ({ id: changedId, q: "chg" })],
    ["files/symbols", () => ({ id: changedId, q: "chg" })],
    ["files/sizes", () => ({ id: changedId, limit: 5 })],
    ["files/text", () => ({ id: changedId, path: "changed.txt", snapshot })],
    ["git/status", () => ({ id: changedId })],
    ["git/diff", () => ({ id: changedId })],
    ["worktrees/list", () => ({})],
    ["rules/list", () => ({})],
    ["trust/list", () => ({})],
    ["audit/list", () => ({ limit: 5 })],
    ["history/get", () => ({ path: join(server.folder, "changed.txt"), line: 1 })],
    ["server/get", () => ({})],
    ["server/settings", () => ({})],
    ["nodes/list", () => ({})],
    ["usage/get", () => ({ by: "agent,day", from: "2020-01-01" })],
  ];

  it.each(READS)("%s", async (name, params) => {
    const [http, ...others] = await Promise.all(doors.map((door) => door.call(name, params() as never)));
    for (const other of others) expect(other).toEqual(http);
    // Nothing was compared with nothing.
    expect(JSON.stringify(http).length).toBeGreaterThan(2);
  });

  it("covers every operation that HTTP reads with GET", () => {
    const names = Object.entries(operations).filter(
      ([, operation]) => operation.method === "get" && !("isHttpOnly" in operation),
    );
    expect(READS.map(([name]) => name)).toEqual(expect.arrayContaining(names.map(([name]) => name)));
  });
});

describe.each([0, 1, 2] as const)("what changes something does so through door %i", (index) => {
  const door = (): Door => doors[index];

  it("changed files: undo, redo, keep", async () => {
    const undone = await door().call("changes/undo", { id: changedId, paths: ["changed.txt"] });
    expect(undone).toMatchObject({ action: "undo", files: [{ path: "changed.txt" }], left: [] });
    const again = await door().call("changes/undo", { id: changedId, paths: ["changed.txt"] });
    expect(again.left).toMatchObject([{ reason: "already_done" }]);
    expect((await door().call("changes/redo", { id: changedId })).files).toHaveLength(1);
    expect((await door().call("changes/keep", { id: changedId })).files).toHaveLength(1);
    expect((await door().call("changes/undo", { id: changedId })).files).toEqual([]);
  });

  it("a rewind, and its undo", async () => {
    const rewound = await door().call("sessions/rewind", { id: changedId, turn: "last", keep_files: true });
    expect(rewound).toMatchObject({ turn: 1, files: [], left: [], session: { id: changedId } });
    expect((await door().call("sessions/rewindPoints", { id: changedId })).points).toEqual([]);
    await door().call("sessions/rewind", { id: changedId, undo: true });
    expect((await door().call("sessions/rewindPoints", { id: changedId })).points).toHaveLength(1);
  });

  it("a session: create, rename, fork, clear, cancel, delete", async () => {
    const created = await door().call("sessions/create", { agent: "script", name: "A" });
    expect(created).toMatchObject({ name: "A", agent: "script", is_named: true, last_seq: 0 });
    const { id } = created;
    expect(await door().call("sessions/rename", { id, name: "B" })).toMatchObject({ id, name: "B" });
    await door().call("sessions/addMessage", { id, role: "user", content: [{ type: "text", text: "Mind the gap" }] });
    const fork = await door().call("sessions/fork", { id, at_seq: 1 });
    expect(fork).toMatchObject({ forked_from: id });
    expect(await door().call("sessions/clear", { id })).toMatchObject({ id, status: "idle" });
    expect(await door().call("sessions/cancel", { id })).toEqual({ cancelled: [] });
    expect(await door().call("sessions/handover", { id, agent: "qa" })).toMatchObject({ agent: "qa" });
    expect(await door().call("sessions/delete", { id })).toEqual({});
    expect(await door().ask("sessions/get", { id })).toMatchObject({ refused: { code: "session_not_found" } });
  });

  it("a turn: start, cancel", async () => {
    const { id } = await door().call("sessions/create", { agent: "script" });
    const { turn_id: turn } = await door().call("turns/start", { id, user_message: `wait ${LONG_MS}` });
    const queued = await door().call("turns/start", { id, user_message: "say never" });
    await door().call("turns/cancel", { id: queued.turn_id });
    expect(await door().call("turns/cancel", { id: turn })).toMatchObject({ id: turn, session_id: id });
    expect((await server.hub.turns.ended(turn)).state).toBe("cancelled");
    expect((await server.hub.turns.ended(queued.turn_id)).state).toBe("cancelled");
    expect(await door().ask("turns/cancel", { id: turn })).toMatchObject({ refused: { code: "turn_over" } });
    expect(await door().ask("turns/cancel", { id: "nothing" })).toMatchObject({ refused: { code: "turn_not_found" } });
  });

  it("the queue of a session: edit, move, send at once", async () => {
    const { id } = await door().call("sessions/create", { agent: "script" });
    const { turn_id: running } = await door().call("turns/start", { id, user_message: `wait ${LONG_MS}` });
    const start = async (text: string) => (await door().call("turns/start", { id, user_message: text })).turn_id;
    const [one, two] = [await start("say one"), await start("say two")];
    const edited = await door().call("queue/change", { id, turnId: one, text: "say three" });
    expect(edited).toMatchObject({ running, prompts: [{ turn_id: one, prompt: [{ text: "say three" }] }, {}] });
    expect((await door().call("queue/change", { id, turnId: two, place: 0 })).prompts[0]?.turn_id).toBe(two);
    await door().call("queue/change", { id, turnId: one, interrupt: true });
    expect((await server.hub.turns.ended(running)).state).toBe("cancelled");
    expect((await server.hub.turns.ended(two)).state).toBe("completed");
    const { conversation = [] } = await door().call("sessions/get", { id });
    const said = conversation.flatMap(({ role, content }) => (role === "assistant" ? content : []));
    expect(said).toMatchObject([{ text: "three" }, { text: "two" }]);
    expect(await door().ask("queue/change", { id, turnId: one, place: 0 })).toMatchObject({
      refused: { code: "turn_state" },
    });
    expect(await door().ask("queue/change", { id: sessionId, turnId: one, place: 0 })).toMatchObject({
      refused: { code: "turn_not_found" },
    });
  });

  it("the queue of a session: what is sent at once is not cancelled if it has just begun", async () => {
    const { id } = await door().call("sessions/create", { agent: "script" });
    const start = async (text: string) => (await door().call("turns/start", { id, user_message: text })).turn_id;
    const [running, next] = [await start(`wait ${LONG_MS}`), await start(`say begun\nwait ${LONG_MS}`)];
    const { turns } = server.hub;
    const change = turns.changeQueued.bind(turns);
    const spy = vi.spyOn(turns, "changeQueued").mockImplementationOnce(async (...given) => {
      const changed = await change(...given);
      await turns.cancel(running);
      await expect.poll(async () => (await turns.queue(id)).running?.id).toBe(next);
      return changed;
    });
    await door().call("queue/change", { id, turnId: next, interrupt: true });
    spy.mockRestore();
    expect((await turns.get(next)).state).toBe("in_progress");
    await door().call("turns/cancel", { id: next });
  });

  it("a question: list, answer, once", async () => {
    const id = await ask(door());
    const { interactions } = await door().call("interactions/list", { state: "pending" });
    expect(interactions.map((one) => one.id)).toContain(id);
    const answered = await door().call("interactions/answer", { id, action: "deny_once", reason: "Not now" });
    expect(answered).toMatchObject({ id, state: "answered", answered_by: "token" });
    const again = await door().ask("interactions/answer", { id, action: "allow_once" });
    expect(again).toMatchObject({ refused: { code: "interaction_over" } });
  });

  it("an agent, an extension, a recipe, an imported session", async () => {
    expect(await door().call("entries/disable", { name: "qa" })).toMatchObject({ is_enabled: false });
    expect(await door().call("entries/enable", { name: "qa" })).toMatchObject({ is_enabled: true });
    const config = { type: "stdio", name: "clock", cmd: "/nowhere/clock-mcp" } as const;
    const bound = await door().call("slots/addExtension", { name: "coding", config });
    expect(bound.extensions).toMatchObject([{ name: "clock", cmd: "/nowhere/clock-mcp" }]);
    await door().call("slots/removeExtension", { name: "coding", extension: "clock" });
    const saved = await door().call("recipes/save", { ...GREET, title: `Greet by ${index}` });
    const turn = await door().call("recipes/run", { id: saved.id, parameters: { name: "Ann" } });
    expect((await server.hub.turns.ended(turn.id)).state).toBe("completed");
    expect(await door().call("recipes/delete", { id: saved.id })).toEqual({});
    const lines = [];
    for await (const line of server.hub.sessions.export(sessionId)) lines.push(line);
    const imported = await door().call("sessions/import", { json: lines.join("\n"), agent: "script" });
    expect(imported.id).not.toBe(sessionId);
  });
});

describe("refusals have the same words", () => {
  it.each([
    ["sessions/list", { limit: 0 }, "limit"],
    ["sessions/list", { limit: "many" }, "limit"],
    ["sessions/search", {}, "q"],
    ["sessions/create", { working_dir: "relative" }, "working_dir"],
    ["sessions/create", { name: " " }, "name"],
    ["sessions/create", { id: "not-a-uuid" }, "id"],
    ["sessions/create", { extensions: [{ config: { type: "stdio", name: "x" } }] }, "extensions.0.config.cmd"],
    ["turns/list", { state: "asleep" }, "state"],
    ["entries/list", { all: "maybe" }, "all"],
    ["interactions/confirm", { id: "x", action: "perhaps" }, "action"],
    ["remotes/add", { url: "nowhere" }, "url"],
    ["recipes/save", { title: "x" }, "instructions"],
    ["server/stop", { grace_seconds: -1 }, "grace_seconds"],
    ["server/stop", {}, undefined],
    ["sessions/get", { id: "nothing" }, undefined],
    ["entries/get", { name: "nobody" }, undefined],
    ["entries/choices", { agent: "nobody" }, undefined],
  ] as const)("%s with %j", async (name, params, field) => {
    const [http, ...others] = await Promise.all(doors.map((door) => door.ask(name, params)));
    expect(http).toMatchObject({ refused: { field } });
    for (const other of others) expect(other).toEqual(http);
  });

  it.each([
    ["turns/start", { user_message: "" }, "user_message"],
    ["turns/start", { user_message: { role: "user", content: [] } }, "user_message.content"],
    ["turns/start", {}, "user_message"],
    ["sessions/rename", { name: 5 }, "name"],
    ["sessions/fork", { at_seq: 999_999 }, "at_seq"],
    ["sessions/events", { before: 0 }, "before"],
  ] as const)("%s of a session with %j", async (name, params, field) => {
    const [http, ...others] = await Promise.all(doors.map((door) => door.ask(name, { id: sessionId, ...params })));
    expect(http).toMatchObject({ refused: { field } });
    for (const other of others) expect(other).toEqual(http);
  });
});

describe("over ACP", () => {
  const invalid = { code: -32_602 };
  const asked = (method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const [peer] = peers;
    if (peer === undefined) throw new Error("There is no connection");
    return peer.ask(method, params);
  };

  it("a part of the path that is missing or odd is named", async () => {
    const missing = { ...invalid, data: { code: "bad_input", field: "id" } };
    await expect(asked("_parley/turns/cancel", {})).rejects.toMatchObject(missing);
    await expect(asked("_parley/turns/cancel", { id: 5 })).rejects.toMatchObject(missing);
    await expect(asked("_parley/sessions/setOption", { id: sessionId, value: "x" })).rejects.toMatchObject({
      ...invalid,
      data: { field: "configId" },
    });
  });

  it("a request sent twice with a key happens once", async () => {
    const params = { agent: "script", _meta: { parley: { idempotencyKey: "two-doors" } } };
    const one = await asked("_parley/sessions/create", params);
    expect(await asked("_parley/sessions/create", params)).toMatchObject({ id: (one as { id: string }).id });
    await expect(asked("_parley/sessions/create", { _meta: { parley: { idempotencyKey: 5 } } })).rejects.toMatchObject({
      ...invalid,
      data: { field: "_meta.parley.idempotencyKey" },
    });
  });

  it.each([
    ["_parley/sesions/list", "Did you mean _parley/sessions/list?"],
    ["_parley/turns/cancle", "Did you mean _parley/turns/cancel?"],
    ["_parley/turns/stream", "Only HTTP has it: POST /reply"],
    ["_parley/xyzzy", "Method not found: _parley/xyzzy"],
    ["_other/list", "Method not found: _other/list"],
    ["session/juggle", "Method not found: session/juggle"],
  ])("%s is not a method: %s", async (method, message) => {
    await expect(asked(method)).rejects.toMatchObject({
      code: -32_601,
      message: expect.stringContaining(message),
      data: { method },
    });
  });

  it("the methods that were there before the contract still are", async () => {
    const agents = expect.arrayContaining([expect.objectContaining({ name: "qa", isAvailable: true })]);
    expect(await asked("_parley/agents/list")).toEqual({ agents });
    const hits = expect.arrayContaining([expect.objectContaining({ excerpt: "needle" })]);
    expect(await asked("_parley/session/search", { query: "needle" })).toEqual({ hits });
  });
});
