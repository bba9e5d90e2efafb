import { ParleyError } from "@parley/base";
import type { SearchHit } from "@parley/home/session-log";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServerSessions, type Sessions } from "./server-store.ts";

let server: TestServer;
let store: Sessions;
beforeAll(async () => {
  server = await openTestServer();
  store = openServerSessions({ url: server.url, token: server.token, isLocal: false });
});
afterAll(() => server[Symbol.asyncDispose]());

async function talk(text: string, agent = "script"): Promise<string> {
  const { id } = await server.hub.sessions.create({ agent });
  const turn = await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text }] });
  await server.hub.turns.ended(turn.id);
  return id;
}

async function search(text: string, options = {}): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  for await (const hit of store.search(text, options)) hits.push(hit);
  return hits;
}

describe("the sessions of a server", () => {
  it("are listed, found by a prefix of their id, and read", async () => {
    const id = await talk("say Marmalade");
    expect(await store.list({ cwd: "/nowhere" })).toEqual([]);
    expect(await store.list({ agent: "script", limit: 1 })).toMatchObject([
      { id, agentSessionId: id, title: "say Marmalade", agent: { name: "script" }, turns: 1, cwd: server.folder },
    ]);
    expect((await store.find(id.slice(0, 18)))?.id).toBe(id);
    expect((await store.find(id))?.id).toBe(id);
    const { info, events, damage } = await store.read(id);
    const types: string[] = [];
    for await (const { type, sessionId } of events) {
      expect(sessionId).toBe(id);
      types.push(type);
    }
    expect(info.id).toBe(id);
    expect(types).toEqual(expect.arrayContaining(["prompt", "update", "stop"]));
    expect(damage).toEqual([]);
  });

  it("are searched, with the position of the match", async () => {
    const id = await talk("say Rhubarb crumble");
    const [hit] = await search("rhubarb", { agent: "script" });
    expect(hit?.session.id).toBe(id);
    expect(hit?.excerpt.slice(hit.start, hit.end)).toBe("Rhubarb");
    expect(await search("rhubarb", { agent: "qa" })).toEqual([]);
    expect(await search("rhubarb", { limit: 1 })).toHaveLength(1);
  });

  it("are not found after they were deleted", async () => {
    const id = await talk("say Gone");
    await store.delete(id);
    expect(await store.find(id)).toBeUndefined();
    await expect(store.read(id)).rejects.toMatchObject({ code: "session_not_found" });
    await expect(store.delete(id)).rejects.toBeInstanceOf(ParleyError);
  });

  it("are not shown with a wrong token", async () => {
    const stranger = openServerSessions({ url: server.url, token: "another-token-0123456789", isLocal: false });
    await expect(stranger.list()).rejects.toMatchObject({ code: "sign_in_needed" });
  });
});
