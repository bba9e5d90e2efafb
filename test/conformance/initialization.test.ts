// How a connection starts, between our own two ends.
import { PROTOCOL_VERSION } from "@parley/acp";
import { baselineAgent, openAgentLink } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { converse, converseOver, CWD } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("initialization over %s", (wire) => {
  it("our client refuses to open a session first, without sending anything", async () => {
    verifies("INIT-001", "PROMPT-001");
    const link = await openAgentLink(wire, baselineAgent, {});
    await using talk = converseOver(link.transport, link);
    await expect(talk.newSession()).rejects.toMatchObject({ code: "not_initialized" });
    await expect(talk.prompt("s", "hello")).rejects.toMatchObject({ code: "not_initialized" });
    expect(talk.frames.items).toEqual([]);
  });

  it("our client asks for version 1 first, and our agent agrees to it", async () => {
    verifies("INIT-002", "INIT-003", "INIT-006");
    await using talk = await converse(wire);
    const [request, answer] = talk.frames.items;
    expect(request?.frame).toMatchObject({ method: "initialize", params: { protocolVersion: PROTOCOL_VERSION } });
    expect(answer?.frame).toMatchObject({ result: { protocolVersion: PROTOCOL_VERSION } });
    expect(talk.agent.agent?.protocolVersion).toBe(1);
    expect(await talk.prompt(await talk.newSession(), "say hello")).toEqual({ stopReason: "end_turn" });
  });

  it("our agent answers every other version with its own", async () => {
    verifies("INIT-004");
    for (const protocolVersion of [0, 2, 65_535]) {
      await using client = await rawClient(wire);
      const answer = await client.ask(0, "initialize", { protocolVersion });
      expect(answer).toMatchObject({ result: { protocolVersion: 1 } });
    }
  });

  it("our agent says what it can do", async () => {
    verifies("INIT-005");
    await using client = await rawClient(wire);
    const { result } = await client.initialize();
    expect(result).toMatchObject({
      protocolVersion: 1,
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} } },
      agentInfo: { name: expect.any(String), version: expect.any(String) },
    });
  });

  it("our agent refuses requests before initialize with −32600, and serves them after it", async () => {
    verifies("INIT-009");
    await using client = await rawClient(wire);
    expect(codeOf(await client.ask("early", "session/new", { cwd: CWD, mcpServers: [] }))).toBe(-32600);
    client.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "early" } });
    await client.initialize();
    expect(await client.newSession()).toEqual(expect.any(String));
    expect(client.heard.items.filter(({ error }) => error !== undefined)).toHaveLength(1);
  });

  it("our agent serves the baseline: new, prompt, update, cancel", async () => {
    verifies("INIT-010");
    await using client = await rawClient(wire);
    await client.initialize({});
    const sessionId = await client.newSession();
    const prompt = [{ type: "text", text: "say one\nwait 600000" }];
    client.send({ jsonrpc: "2.0", id: "prompt", method: "session/prompt", params: { sessionId, prompt } });
    await client.heard.find("the message", ({ params }) => JSON.stringify(params)?.includes('"one"') ?? false);
    client.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
    expect(await client.answerTo("prompt")).toMatchObject({ result: { stopReason: "cancelled" } });
  });

  it("our agent takes text and links in prompts", async () => {
    verifies("INIT-011", "CONTENT-001", "CONTENT-002");
    await using talk = await converse(wire, { agent: { promptCapabilities: { image: false } } });
    const sessionId = await talk.newSession();
    const link = { type: "resource_link", uri: "file:///workspace/a.txt", name: "a.txt" } as const;
    expect(await talk.prompt(sessionId, [{ type: "text", text: "Hello" }, link])).toEqual({ stopReason: "end_turn" });
    const said = JSON.stringify(talk.updates.items);
    expect(said).toContain("Hello");
    expect(said).toContain("a.txt");
  });

  it("our client asks an agent that announced nothing for nothing more", async () => {
    verifies(
      "INIT-007",
      "LOAD-001",
      "RESUME-001",
      "CLOSE-001",
      "LIST-001",
      "DELETE-001",
      "AUTH-001",
      "SETUP-006",
      "SETUP-009",
      "PROMPT-002",
      "CONTENT-003",
      "CONTENT-004",
      "CONTENT-005",
    );
    const link = await openAgentLink(wire, baselineAgent, {});
    await using talk = converseOver(link.transport, link);
    await talk.initialize();
    const sessionId = await talk.newSession();
    const before = talk.frames.items.length;
    const { agent } = talk;
    const server = { name: "x", url: "https://example.com/", headers: [] };
    const refused = [
      agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] }),
      agent.request("session/resume", { sessionId, cwd: CWD }),
      agent.request("session/close", { sessionId }),
      agent.request("session/list", {}),
      agent.request("session/delete", { sessionId }),
      agent.request("session/fork", { sessionId, cwd: CWD }),
      agent.request("logout", {}),
      agent.request("session/new", { cwd: CWD, mcpServers: [], additionalDirectories: ["/other"] }),
      agent.request("session/new", { cwd: CWD, mcpServers: [{ type: "http", ...server }] }),
      agent.request("session/new", { cwd: CWD, mcpServers: [{ type: "sse", ...server }] }),
      talk.prompt(sessionId, [{ type: "image", data: "AAAA", mimeType: "image/png" }]),
      talk.prompt(sessionId, [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }]),
      talk.prompt(sessionId, [{ type: "resource", resource: { uri: "file:///a", text: "x" } }]),
    ];
    for (const request of refused) await expect(request).rejects.toMatchObject({ code: "capability_missing" });
    expect(talk.frames.items).toHaveLength(before);
    expect(await talk.prompt(sessionId, "still there?")).toEqual({ stopReason: "end_turn" });
  });

  it("our agent asks a client that announced nothing for nothing", async () => {
    verifies(
      "INIT-008",
      "FS-001",
      "FS-002",
      "TERM-001",
      "ELIC-001",
      "UPDATE-001",
      "UPDATE-003",
      "UPDATE-004",
      "CONFIG-001",
      "UPDATE-006",
    );
    await using talk = await converse(wire, { capabilities: {} });
    const sessionId = await talk.newSession();
    expect(await talk.prompt(sessionId, "tour")).toEqual({ stopReason: "end_turn" });
    const asked = new Set(talk.client.calls.items.map(({ method }) => method));
    expect([...asked].filter((method) => /^(?:fs|terminal|elicitation)\//.test(method))).toEqual([]);
    const kinds = new Set(talk.updates.items.map(({ update }) => update.sessionUpdate));
    for (const kind of ["notice", "compaction_update", "compaction_summary_chunk"]) expect(kinds).not.toContain(kind);
    expect(JSON.stringify(talk.frames.items)).not.toContain('"type":"boolean"');
  });
});
