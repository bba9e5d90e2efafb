// What goes with a prompt and counts for its turn only: who answers its questions, and whether it ends with its client.
import { createTempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectServer, type EndedTurn, type PromptOptions, type Remote } from "./connect-server.ts";

const DRIVER_KEY = "a-key-for-those-who-prompt";
const hash = createHash("sha256").update(DRIVER_KEY).digest("hex");
const GRACE_MS = 50;
const text = (value: string): { readonly type: "text"; readonly text: string }[] => [{ type: "text", text: value }];

let server: TestServer;
beforeAll(async () => {
  const keys = [{ name: "driver", hash, scopes: ["drive"] as const }];
  server = await openTestServer({ keys, hub: { disconnectGraceMs: GRACE_MS } });
});
afterAll(() => server[Symbol.asyncDispose]());

const connect = (token = server.token): Remote =>
  connectServer({ url: server.url, token }, { client: { name: "test" } });
const newSession = async (agent = "script", level?: "bypass"): Promise<string> =>
  (await server.hub.sessions.create({ agent, cwd: server.folder, ...(level && { level }) })).id;
const answersOf = async (sessionId: string): Promise<readonly unknown[]> => {
  const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
  return events.flatMap(({ event }) => (event.type.endsWith("_answered") ? [event] : []));
};
const say = async (remote: Remote, sessionId: string, words: string, options: PromptOptions): Promise<EndedTurn> =>
  remote.turnEnded((await remote.prompt(sessionId, text(words), options)).turnId);

describe.each(["script", "backend"])("approve, with %s", (agent) => {
  it.each([
    ["all", "allow", undefined],
    ["none", "reject", undefined],
    ["rules", "reject", undefined],
    ["unattended", "reject", true],
  ] as const)(
    "%s: a question gets the answer %s, by rule and with the name of the surface",
    async (approve, outcome, had) => {
      await using remote = connect();
      const sessionId = await newSession(agent, approve === "rules" ? "bypass" : undefined);
      const turn = await say(remote, sessionId, "run echo hello", { approve });
      expect([turn.state, turn.hadUnansweredQuestion]).toEqual(["completed", had]);
      expect(await answersOf(sessionId)).toMatchObject([
        {
          by: "rule",
          actor: { surface: "test" },
          reason: expect.any(String),
          outcome: { outcome: "selected", optionId: expect.stringContaining(outcome) },
        },
      ]);
      expect(await server.hub.interactions.list({ sessionId })).toEqual([]);
    },
  );

  it("counts for its turn only", async () => {
    await using remote = connect();
    const sessionId = await newSession(agent);
    await say(remote, sessionId, "run echo one", { approve: "all" });
    const { turnId } = await remote.prompt(sessionId, text("run echo two"));
    expect(await server.hub.turns.settled(turnId)).toMatchObject({ state: "awaiting" });
    await server.hub.turns.cancel(turnId);
    expect(await remote.turnEnded(turnId)).toMatchObject({ state: "cancelled" });
  });
});

describe("approve", () => {
  it("fills in no form, and says that a question was not answered", async () => {
    await using remote = connect();
    const sessionId = await newSession();
    const turn = await say(remote, sessionId, "ask Which one?", { approve: "all" });
    expect(turn).toMatchObject({ hadUnansweredQuestion: true });
    expect(await answersOf(sessionId)).toMatchObject([{ by: "rule", response: { action: "cancel" } }]);
    const { turns } = await remote.request("turns/list", { session_id: sessionId });
    expect(turns).toMatchObject([{ had_unanswered_question: true }]);
  });

  it("all needs the scope admin on every way in, and the others do not", async () => {
    await using remote = connect(DRIVER_KEY);
    const sessionId = await newSession();
    const refused = { code: "forbidden", message: expect.stringContaining("approve: all") };
    await expect(say(remote, sessionId, "say hi", { approve: "all" })).rejects.toMatchObject(refused);
    const prompt = { sessionId, prompt: text("say hi"), _meta: { parley: { approve: "all" } } };
    await expect(remote.call("session/prompt", prompt)).rejects.toMatchObject(refused);
    const start = { id: sessionId, user_message: "say hi", approve: "all" } as const;
    await expect(remote.request("turns/start", start)).rejects.toMatchObject(refused);
    const { status } = await server.fetch("/reply", {
      method: "POST",
      headers: { authorization: `Bearer ${DRIVER_KEY}` },
      body: JSON.stringify({ session_id: sessionId, user_message: "say hi", approve: "all" }),
    });
    expect(status).toBe(403);
    expect(await say(remote, sessionId, "run echo hi", { approve: "none" })).toMatchObject({ state: "completed" });
  });

  it.each([
    [{ approve: "some" }, "approve: must be one of ask, all, none, rules, unattended"],
    [{ onDisconnect: "stop" }, "onDisconnect: must be one of continue, cancel"],
    [{ whenBusy: "steer" }, "whenBusy: must be one of queue, refuse"],
  ])("refuses %j", async (options, message) => {
    await using remote = connect();
    const sessionId = await newSession();
    await expect(say(remote, sessionId, "say hi", options as PromptOptions)).rejects.toThrow(message);
  });
});

describe("a turn whose client has disconnected", () => {
  it("is cancelled after the grace time with onDisconnect: cancel, and continues without", async () => {
    const remote = connect();
    const [left, kept] = [await newSession(), await newSession()];
    const { turnId } = await remote.prompt(left, text("say begun\nwait 60000"), { onDisconnect: "cancel" });
    const other = await remote.prompt(kept, text("wait 500\nsay done"));
    await remote.close();
    expect(await server.hub.turns.ended(turnId)).toMatchObject({ state: "cancelled" });
    expect(await server.hub.turns.ended(other.turnId)).toMatchObject({ state: "completed" });
  });

  it.each(["key", "id"])("is kept by a client that asks for it by its %s", async (by) => {
    const [first, second] = [connect(), connect()];
    const sessionId = await newSession();
    const options = { onDisconnect: "cancel", idempotencyKey: `kept-by-${by}` } as const;
    const words = text("wait 500\nsay done");
    const { turnId } = await first.prompt(sessionId, words, options);
    if (by === "key") await second.prompt(sessionId, words, options);
    const ended = second.call("_parley/turn/ended", { turnId, onDisconnect: "cancel" }, { timeoutMs: Infinity });
    await second.connected();
    await first.close();
    expect(await ended).toMatchObject({ turn: { state: "completed" } });
    await second.close();
  });

  it("is cancelled while it waits for an answer, also by the server that is started next", async () => {
    await using folder = await createTempFolder();
    const place = { storePath: folder.file("parley.db"), parleyHome: folder.file("home"), cwd: folder.path };
    const before = await openTestServer(place);
    const remote = connectServer({ url: before.url, token: before.token });
    const { id } = await before.hub.sessions.create({ agent: "script", cwd: folder.path });
    const { turnId } = await remote.prompt(id, text("run echo hi"), { onDisconnect: "cancel" });
    await before.hub.turns.settled(turnId);
    await remote.close();
    await before[Symbol.asyncDispose]();
    await using after = await openTestServer({ ...place, hub: { disconnectGraceMs: GRACE_MS } });
    expect(await after.hub.turns.ended(turnId)).toMatchObject({ state: "cancelled" });
  });
});

describe("whenBusy", () => {
  it("refuse is answered with session_busy while a turn runs", async () => {
    await using remote = connect();
    const sessionId = await newSession();
    const { turnId } = await remote.prompt(sessionId, text("wait 60000"), { whenBusy: "refuse" });
    const refused = say(remote, sessionId, "say hi", { whenBusy: "refuse" });
    await expect(refused).rejects.toMatchObject({ code: "session_busy" });
    await server.hub.turns.cancel(turnId);
  });
});
