// Sessions made, loaded, resumed and closed, between our own two ends.
import { describe, expect, it } from "vitest";
import { converse, CWD, type Conversation } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("session setup over %s", (wire) => {
  it("our agent gives every session an id of its own", async () => {
    verifies("SETUP-001");
    await using talk = await converse(wire);
    const ids = await Promise.all(Array.from({ length: 20 }, () => talk.newSession()));
    expect(new Set(ids).size).toBe(20);
  });

  it("our agent refuses relative folders with −32602", async () => {
    verifies("SETUP-002", "SETUP-007");
    await using client = await rawClient(wire);
    await client.initialize();
    const ask = (id: string, params: object) => client.ask(id, "session/new", { cwd: CWD, mcpServers: [], ...params });
    expect(codeOf(await ask("a", { cwd: "relative/folder" }))).toBe(-32602);
    expect(codeOf(await ask("b", { cwd: "" }))).toBe(-32602);
    expect(codeOf(await ask("c", { additionalDirectories: ["/good", "bad"] }))).toBe(-32602);
    expect(codeOf(await ask("d", { additionalDirectories: ["/good"] }))).toBeUndefined();
  });

  it("our agent works in the session's folder, wherever it was started", async () => {
    verifies("SETUP-003", "SETUP-004", "SETUP-005");
    await using talk = await converse(wire);
    const { sessionId } = await talk.agent.request("session/new", { cwd: "/somewhere/else", mcpServers: [] });
    talk.client.files.set("/somewhere/else/notes.txt", "one\n");
    await talk.prompt(sessionId, "read notes.txt\nread sub/../notes.txt\nrun ls");
    const read = talk.sentBy("agent", "fs/read_text_file").map(({ params }) => (params as { path: string }).path);
    expect(read).toEqual(["/somewhere/else/notes.txt", "/somewhere/else/notes.txt"]);
    expect([...talk.client.terminals.values()].map(({ cwd }) => cwd)).toEqual(["/somewhere/else"]);
  });

  it("our agent restores no additional folders by itself", async () => {
    verifies("SETUP-008", "LIST-006");
    await using talk = await converse(wire);
    const setup = { cwd: CWD, mcpServers: [] };
    const { sessionId } = await talk.agent.request("session/new", { ...setup, additionalDirectories: ["/a", "/b"] });
    expect(await listedFolders(talk)).toEqual(["/a", "/b"]);
    await talk.agent.request("session/resume", { sessionId, cwd: CWD, additionalDirectories: ["/c"] });
    expect(await listedFolders(talk)).toEqual(["/c"]);
    await talk.agent.request("session/load", { sessionId, ...setup });
    expect(await listedFolders(talk)).toEqual([]);
  });
});

describe.each(wires)("sessions that come back over %s", (wire) => {
  it("our agent replays all of a conversation before it answers session/load", async () => {
    verifies("LOAD-002", "LOAD-003", "LOAD-004");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    await talk.prompt(sessionId, "say first\nthink second\nplan A; B\ntool search Third");
    await talk.prompt(sessionId, "say fourth");
    const before = talk.updates.items.length;
    let atAnswer = 0;
    const onResult = (): void => void (atAnswer = talk.updates.items.length);
    await talk.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] }, { onResult });
    const replayed = JSON.stringify(talk.updates.items.slice(before, atAnswer));
    for (const text of ["first", "second", "Third", "fourth", '"A"', "say fourth"]) expect(replayed).toContain(text);
    await talk.prompt(sessionId, "say fifth");
    const later = JSON.stringify(talk.updates.items.slice(atAnswer));
    expect(later).not.toContain("first");
  });

  it("our agent resumes a session without replaying it", async () => {
    verifies("RESUME-002", "RESUME-003");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    await talk.prompt(sessionId, "say first");
    const before = talk.updates.items.length;
    let atAnswer = 0;
    const onResult = (): void => void (atAnswer = talk.updates.items.length);
    await talk.agent.request("session/resume", { sessionId, cwd: CWD }, { onResult });
    expect(talk.updates.items.slice(before, atAnswer)).toEqual([]);
    expect(await talk.prompt(sessionId, "say second")).toEqual({ stopReason: "end_turn" });
  });

  it("our agent cancels what runs in a session that is closed, and lets go of it", async () => {
    verifies("CLOSE-002", "CLOSE-003", "ERR-002");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "say started\nrun sleep 100");
    await talk.client.calls.find("the terminal", ({ method }) => method === "terminal/wait_for_exit");
    expect(await talk.agent.request("session/close", { sessionId })).toEqual({});
    expect(await running).toEqual({ stopReason: "cancelled" });
    await talk.client.calls.find("the release", ({ method }) => method === "terminal/release");
    await expect(talk.prompt(sessionId, "say more")).rejects.toMatchObject({ code: -32002 });
    await talk.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    expect(await talk.prompt(sessionId, "say more")).toEqual({ stopReason: "end_turn" });
  });
});

async function listedFolders({ agent }: Conversation): Promise<unknown> {
  const { sessions } = await agent.request("session/list", {});
  return sessions[0]?.additionalDirectories;
}
