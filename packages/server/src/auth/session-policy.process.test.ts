// The approval level and the rules of a session: one value on every way in, effective at once, and raised by admin only.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "../dialects/acp/testing/acp-peer.ts";

const DRIVER_KEY = "a-key-for-those-who-prompt";
const hash = createHash("sha256").update(DRIVER_KEY).digest("hex");
const [, connect] = TRANSPORTS[0] ?? [];

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ keys: [{ name: "driver", hash, scopes: ["drive"] }] });
});
afterAll(() => server[Symbol.asyncDispose]());

async function join(token = server.token): Promise<AcpPeer> {
  if (connect === undefined) throw new Error("There is no transport");
  return createAcpPeer(await connect({ url: server.url, token }));
}

async function start(peer: AcpPeer, parley: object): Promise<{ sessionId: string; answer: Record<string, unknown> }> {
  const answer = await peer.ask("session/new", { cwd: server.folder, mcpServers: [], _meta: { parley } });
  return { sessionId: String(answer["sessionId"]), answer };
}

const prompt = (peer: AcpPeer, sessionId: string, text: string): Promise<Record<string, unknown>> =>
  peer.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });

const send = (method: string, path: string, body: unknown, token = server.token): Promise<Response> =>
  server.fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });

const answersOf = async (sessionId: string): Promise<readonly unknown[]> => {
  const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
  return events.flatMap(({ event }) => (event.type === "permission_answered" ? [event] : []));
};

const approval = (currentValue: string): unknown =>
  expect.arrayContaining([expect.objectContaining({ id: "approval", currentValue })]);

describe.each(["backend", "script"])("a session of %s", (agent) => {
  it("has the level that it was created with, and its agent asks no more than that", async () => {
    const peer = await join();
    const { sessionId, answer } = await start(peer, { agent, level: "bypass" });
    expect(answer).toMatchObject({ configOptions: approval("bypass"), _meta: { parley: { level: "bypass" } } });
    await prompt(peer, sessionId, "run touch created-with-a-level");
    expect((await server.hub.interactions.list({ sessionId })).length).toBe(0);
    await peer.transport.close();
  });

  it("takes another level in the middle of a turn, for its next request", async () => {
    const peer = await join();
    const { sessionId } = await start(peer, { agent });
    const turn = prompt(peer, sessionId, "run echo one\nrun echo two > two.txt\nsay done");
    const asked = await peer.called("session/request_permission");
    const params = { sessionId, configId: "approval", value: "bypass" };
    expect(await peer.ask("session/set_config_option", params)).toMatchObject({ configOptions: approval("bypass") });
    const { options } = asked.params as { options: { optionId: string; kind: string }[] };
    const optionId = options.find(({ kind }) => kind === "allow_once")?.optionId;
    peer.send({ id: asked.id, result: { outcome: { outcome: "selected", optionId } } });
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    expect(await server.hub.interactions.list({ sessionId })).toHaveLength(1);
    await peer.transport.close();
  });

  it("rejects what its rules reject, at any level, until they change", async () => {
    const peer = await join();
    const rules = { autoAllow: [], autoReject: ["execute(touch *)"] };
    const { sessionId } = await start(peer, { agent, level: "bypass", rules });
    await prompt(peer, sessionId, "run touch rejected.txt");
    expect(await answersOf(sessionId)).toMatchObject([{ by: "rule" }]);
    expect(await server.hub.interactions.list({ sessionId })).toEqual([]);
    await peer.ask("_parley/session/configure", { sessionId, rules: { autoAllow: ["execute(touch *)"] } });
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({
      level: "bypass",
      rules: { autoAllow: ["execute(touch *)"], autoReject: [] },
    });
    await prompt(peer, sessionId, "run touch accepted.txt\nlist");
    const files = await readdir(server.folder);
    expect(files).toContain("accepted.txt");
    expect(files).not.toContain("rejected.txt");
    await peer.transport.close();
  });

  it("gets its level from /approval, shows it on every surface, and records who set it", async () => {
    const [first, second] = [await join(), await join()];
    const { sessionId } = await start(first, { agent });
    await second.ask("session/load", { sessionId, cwd: server.folder, mcpServers: [] });
    await prompt(first, sessionId, "/approval auto");
    expect(first.text("agent_message_chunk")).toContain("now `auto`");
    await second.find((message) => JSON.stringify(message).includes('"currentValue":"auto"'));
    const shown = (await (await server.fetch(`/sessions/${sessionId}?conversation=false`)).json()) as object;
    expect(shown).toMatchObject({ level: "auto", rules: { auto_allow: [], auto_reject: [] } });
    const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({
        type: "config",
        configOptions: approval("auto"),
        policy: { level: "auto", rules: { autoAllow: [], autoReject: [] } },
        actor: { surface: "tests" },
      }),
    );
    await Promise.all([first, second].map(({ transport }) => transport.close()));
  });
});

describe("a key that may drive agents", () => {
  it("may be stricter than the session, and never looser", async () => {
    const peer = await join(DRIVER_KEY);
    for (const parley of [{ level: "auto" }, { rules: { autoAllow: ["execute(ls)"] } }]) {
      await expect(start(peer, parley)).rejects.toMatchObject({ data: { code: "forbidden" } });
    }
    const { sessionId } = await start(peer, { agent: "script", rules: { autoReject: ["execute(rm *)"] } });
    for (const change of [{ level: "bypass" }, { rules: { autoReject: [] } }, { rules: { autoAllow: ["execute"] } }]) {
      const asked = peer.ask("_parley/session/configure", { sessionId, ...change });
      await expect(asked).rejects.toMatchObject({ data: { code: "forbidden" } });
    }
    await server.hub.sessions.configure(sessionId, { level: "bypass" });
    const lowered = await send("PUT", `/sessions/${sessionId}/policy`, { level: "auto" }, DRIVER_KEY);
    expect(await lowered.json()).toMatchObject({ level: "auto", rules: { auto_reject: ["execute(rm *)"] } });
    expect((await send("PUT", `/sessions/${sessionId}/policy`, { level: "bypass" }, DRIVER_KEY)).status).toBe(403);
    expect((await send("POST", "/sessions", { level: "bypass" }, DRIVER_KEY)).status).toBe(403);
    await peer.transport.close();
  });
});

it("says which part of a policy is wrong", async () => {
  const peer = await join();
  await expect(start(peer, { level: "sometimes" })).rejects.toMatchObject({
    message: expect.stringContaining("level: must be one of supervised, auto, bypass, autopilot") as string,
  });
  await expect(start(peer, { rules: { autoAllow: ["ok", 7] } })).rejects.toMatchObject({
    message: expect.stringContaining("rules.autoAllow.1: must be a tool's name, a kind, or") as string,
  });
  const wrong = await send("POST", "/sessions", { rules: { auto_reject: ["exec ( "] } });
  expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
    status: 400,
    body: { field: "rules.auto_reject.0" },
  });
  await peer.transport.close();
});

it("a session of one of our own modes is switched by a mode, an option or a command", async () => {
  const peer = await join();
  const { sessionId } = await start(peer, { agent: "backend" });
  const agentOf = async (): Promise<string> => (await server.hub.sessions.get(sessionId)).agent;
  await peer.ask("session/set_mode", { sessionId, modeId: "qa" });
  expect(await agentOf()).toBe("qa");
  await prompt(peer, sessionId, "say still there");
  expect(await agentOf()).toBe("qa");
  await peer.ask("session/set_config_option", { sessionId, configId: "mode", value: "frontend" });
  expect(await agentOf()).toBe("frontend");
  await prompt(peer, sessionId, "/mode backend");
  expect(await agentOf()).toBe("backend");
  await peer.transport.close();
});
