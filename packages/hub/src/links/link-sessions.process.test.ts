import { createFileSessionStore } from "@parley/home/session-log";
import { openTestHub } from "@parley/test-support/hub";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createEventSequence, formatSessionEvent } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { eventsOf, say, textOf } from "../testing/talk.ts";

/** An agent that says back everything it is told, and how many MCP servers its session has. Travels as text. */
const ECHO = [
  "-e",
  `
  const servers = new Map();
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") {
      const sessionId = "s" + servers.size;
      servers.set(sessionId, params.mcpServers.length);
      send({ id, result: { sessionId } });
    } else if (method === "session/prompt") {
      const text = params.prompt.map((block) => block.text).join("|") + " [" + servers.get(params.sessionId) + " servers]";
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, error: { code: -32601, message: "no " + method } });
  });
  `,
];

describe("an agent that does not know a conversation", () => {
  it("gets it once, before the next prompt, and the log does not contain it", async () => {
    await using place = await openTestHub({ agents: { echo: ECHO } });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    await say(hub, id, "say the password is marmalade");
    await say(hub, id, "what was it?", { agent: "echo" });
    const told = textOf(await eventsOf(hub, id));
    expect(told).toContain("Agent: the password is marmalade");
    expect(told).toMatch(/what was it\? \[0 servers\]$/);
    await say(hub, id, "and again?");
    expect(textOf(await eventsOf(hub, id)).slice(told.length)).toBe("and again? [0 servers]");
    const prompts = (await eventsOf(hub, id)).filter(({ type }) => type === "prompt");
    expect(JSON.stringify(prompts[1])).not.toContain("marmalade is");
    expect(prompts).toHaveLength(3);
  });

  it("gets the messages it missed, and nothing that was cleared", async () => {
    await using place = await openTestHub({ agents: { echo: ECHO } });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "echo" });
    await say(hub, id, "first");
    await hub.sessions.addMessage(id, "user", [{ type: "text", text: "by the way: plums" }]);
    await say(hub, id, "second");
    expect(textOf(await eventsOf(hub, id))).toContain("Said meanwhile, by the user: by the way: plums|second");
    await hub.sessions.clear(id);
    const before = textOf(await eventsOf(hub, id));
    await say(hub, id, "third");
    expect(textOf(await eventsOf(hub, id)).slice(before.length)).toBe("third [0 servers]");
  });

  it("gets other MCP servers in a new session that is given the conversation", async () => {
    await using place = await openTestHub({ agents: { echo: ECHO } });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "echo" });
    await say(hub, id, "remember the figs");
    const server = { name: "tools", command: "true", args: [], env: [] };
    expect((await hub.sessions.addExtension(id, server)).extensions).toEqual([server]);
    await say(hub, id, "what now?");
    expect(textOf(await eventsOf(hub, id))).toMatch(/remember the figs.*what now\? \[1 servers\]$/s);
    await hub.sessions.removeExtension(id, "tools");
    await expect(hub.sessions.removeExtension(id, "tools")).rejects.toMatchObject({ code: "bad_input" });
    await say(hub, id, "and now?");
    expect(textOf(await eventsOf(hub, id))).toMatch(/and now\? \[0 servers\]$/);
  });

  it("continues a fork, and an imported log of the client", async () => {
    await using place = await openTestHub({ agents: { echo: ECHO } });
    const { hub, folder } = place;
    const sessionId = "01a1dfb7-e367-7126-acfc-1e1f9e058782";
    const files = createFileSessionStore({ folder: join(folder, "sessions") });
    const log = await files.create({ id: sessionId, agent: { name: "echo" }, cwd: folder });
    const sequence = createEventSequence(sessionId);
    for (const text of ["the client's first words", "and its last"]) {
      const event = sequence.next({ type: "prompt", prompt: [{ type: "text", text }] });
      log.append(event, formatSessionEvent(event));
    }
    await log.close();
    const name = (await readdir(join(folder, "sessions"))).find((file) => file.startsWith(sessionId)) ?? "";
    const lines = (await readFile(join(folder, "sessions", name), "utf8")).split("\n");
    const imported = await hub.sessions.import(lines);
    expect(imported).toMatchObject({ agent: "echo", turns: 2, title: "the client's first words", cwd: folder });
    const fork = await hub.sessions.fork(imported.id, { atSeq: 1 });
    await say(hub, fork.id, "go on");
    const told = textOf(await eventsOf(hub, fork.id));
    expect(told).toContain("User: the client's first words");
    expect(told).not.toContain("and its last");
  });
});

describe("a hub that is draining", () => {
  it("starts no new turns, lets running ones finish, and fails those that take too long", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const quick = await hub.sessions.create({ agent: "script" });
    const slow = await hub.sessions.create({ agent: "script" });
    const prompt = (text: string) => [{ type: "text" as const, text }];
    const ending = await hub.turns.start({ sessionId: quick.id, prompt: prompt("wait 100\nsay in time") });
    const staying = await hub.turns.start({ sessionId: slow.id, prompt: prompt("wait 60000") });
    await expect.poll(async () => (await hub.turns.get(staying.id)).state).toBe("in_progress");
    const drained = hub.drain({ graceMs: 4_000 });
    await expect(hub.turns.start({ sessionId: quick.id, prompt: prompt("say no") })).rejects.toMatchObject({
      code: "server_draining",
    });
    await drained;
    expect(await hub.turns.get(ending.id)).toMatchObject({ state: "completed" });
    expect(await hub.turns.get(staying.id)).toMatchObject({ state: "failed", error: { code: "interrupted" } });
  });
});
