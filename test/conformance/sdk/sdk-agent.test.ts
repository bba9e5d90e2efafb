// Our client against an agent made with the official SDK, over every wire that the SDK has.
import { describe, expect, it } from "vitest";
import { CWD } from "../conversation.ts";
import { runsOn, verifies } from "../verifies.ts";
import { connectSdkAgent } from "./connect-sdk-agent.ts";
import { everyUpdate } from "./every-update.ts";

const wires = runsOn("stdio", "websocket", "http");

describe.each(wires)("our client and the SDK's agent over %s", (wire) => {
  it("agree on version 1, and on nothing before that", async () => {
    verifies("INIT-001", "INIT-002", "PROMPT-001", "HTTP-006");
    await using talk = await connectSdkAgent(wire);
    await expect(talk.newSession()).rejects.toMatchObject({ code: "not_initialized" });
    await talk.initialize();
    expect(talk.agent.agent).toMatchObject({ protocolVersion: 1, agentInfo: { name: "sdk-agent" } });
    expect(talk.frames.items[0]?.frame).toMatchObject({ method: "initialize", params: { protocolVersion: 1 } });
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
    await using talk = await connectSdkAgent(wire, { bare: true });
    await talk.initialize();
    const sessionId = await talk.newSession();
    const setup = { cwd: CWD, mcpServers: [] };
    const server = { name: "x", url: "https://example.com/", headers: [] };
    const refused = [
      talk.agent.request("session/load", { sessionId, ...setup }),
      talk.agent.request("session/resume", { sessionId, cwd: CWD }),
      talk.agent.request("session/close", { sessionId }),
      talk.agent.request("session/list", {}),
      talk.agent.request("session/delete", { sessionId }),
      talk.agent.request("logout", {}),
      talk.agent.request("session/new", { ...setup, additionalDirectories: ["/other"] }),
      talk.agent.request("session/new", { ...setup, mcpServers: [{ type: "http", ...server }] }),
      talk.agent.request("session/new", { ...setup, mcpServers: [{ type: "sse", ...server }] }),
      talk.prompt(sessionId, [{ type: "image", data: "AAAA", mimeType: "image/png" }]),
      talk.prompt(sessionId, [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }]),
      talk.prompt(sessionId, [{ type: "resource", resource: { uri: "file:///a", text: "x" } }]),
    ];
    for (const request of refused) await expect(request).rejects.toMatchObject({ code: "capability_missing" });
    expect(await talk.prompt(sessionId, "updates")).toEqual({ stopReason: "end_turn" });
  });

  it("go through the life of sessions", async () => {
    verifies("AUTH-004", "SETUP-002", "LOAD-002", "RESUME-002", "LIST-004", "LIST-005", "PATH-001");
    await using talk = await connectSdkAgent(wire);
    await talk.initialize();
    const { agent } = talk;
    expect(await agent.request("authenticate", { methodId: "sdk-login" })).toEqual({});
    const sessionId = await talk.newSession();
    const mcpServers = [{ name: "tools", command: "/usr/bin/tools", args: [], env: [{ name: "A", value: "b" }] }];
    await agent.request("session/load", { sessionId, cwd: CWD, mcpServers, additionalDirectories: ["/other"] });
    expect(talk.updates.items.map(({ update }) => update)).toEqual(everyUpdate);
    expect(await agent.request("session/resume", { sessionId, cwd: CWD })).toEqual({});
    const first = await agent.request("session/list", { cwd: CWD });
    const second = await agent.request("session/list", { cursor: first.nextCursor ?? "" });
    expect([...first.sessions, ...second.sessions].map(({ sessionId: id }) => id)).toEqual(["a", "b"]);
    expect(second.nextCursor ?? undefined).toBeUndefined();
    expect(await agent.request("session/set_mode", { sessionId, modeId: "code" })).toEqual({});
    const set = await agent.request("session/set_config_option", { sessionId, configId: "mode", value: "code" });
    expect(set.configOptions).toMatchObject([{ id: "mode", currentValue: "code" }]);
    expect(await agent.request("session/close", { sessionId })).toEqual({});
    expect(await agent.request("session/delete", { sessionId })).toEqual({});
    expect(await agent.request("logout", {})).toEqual({});
  });

  it("pass every update and content type, unchanged and before the answer", async () => {
    verifies("PROMPT-004", "EXT-002", "RPC-001", "RPC-002", "RPC-005", "RPC-013", "WIRE-005");
    await using talk = await connectSdkAgent(wire);
    await talk.initialize();
    const sessionId = await talk.newSession();
    let delivered: unknown[] = [];
    const onResult = (): void => void (delivered = talk.updates.items.map(({ update }) => update));
    const prompt = [{ type: "text" as const, text: "updates", _meta: { traceparent: 1 } }];
    await talk.agent.request("session/prompt", { sessionId, prompt, _meta: { any: ["thing"] } }, { onResult });
    expect(delivered).toEqual(everyUpdate);
    await talk.prompt(sessionId, "stream");
    const texts = talk.updates.items.slice(everyUpdate.length).map(({ update }) => JSON.stringify(update));
    expect(texts).toHaveLength(300);
    expect(texts.every((text, index) => text.includes(`"${index}"`))).toBe(true);
  });

  it("our client answers every open permission request of a cancelled turn with cancelled", async () => {
    verifies("CANCEL-001", "PERM-001");
    await using talk = await connectSdkAgent(wire, {}, { permit: () => new Promise<never>(() => undefined) });
    await talk.initialize();
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "wait");
    await talk.client.calls.find("both questions", ({ method }) => method === "session/request_permission", 2);
    talk.agent.notify("session/cancel", { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
    expect(lastText(talk.updates.items)).toEqual([
      { outcome: { outcome: "cancelled" } },
      { outcome: { outcome: "cancelled" } },
    ]);
  });

  it("our client serves permissions, files, terminals, questions and extensions", async () => {
    verifies("ELIC-005", "EXT-001", "EXT-004", "EXT-005", "EXT-006");
    await using talk = await connectSdkAgent(wire);
    await talk.initialize();
    const sessionId = await talk.newSession();
    const scene = async (name: string): Promise<unknown> => {
      expect(await talk.prompt(sessionId, name)).toEqual({ stopReason: "end_turn" });
      return lastText(talk.updates.items);
    };
    expect(await scene("permission")).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(await scene("files")).toEqual({ content: "two\n" });
    expect(await scene("terminal")).toEqual({ output: "output\n", exit: { exitCode: null, signal: "SIGTERM" } });
    expect([...talk.client.terminals.values()]).toMatchObject([{ isReleased: true }]);
    expect(await scene("questions")).toMatchObject([{ action: "accept", content: {} }, { action: "accept" }]);
    const completed = talk.client.calls.items.filter(({ method }) => method === "elicitation/complete");
    expect(completed.map(({ params }) => params)).toEqual([{ elicitationId: "page 1/ü" }]);
    expect(await scene("extensions")).toEqual({ pong: { pong: true }, unknown: -32601 });
    expect(await talk.agent.extRequest("_sdk/echo", { a: [1] })).toEqual({ a: [1] });
    await expect(talk.agent.extRequest("_sdk/unknown")).rejects.toMatchObject({ code: -32601 });
  });
});

/** What the agent said last, which is JSON. */
function lastText(updates: readonly { readonly update: object }[]): unknown {
  const { content } = (updates.at(-1)?.update ?? {}) as { content?: { text: string } };
  return JSON.parse(content?.text ?? "null");
}
