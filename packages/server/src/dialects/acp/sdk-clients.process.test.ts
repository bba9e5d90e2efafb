// The official SDK's clients, unchanged, against the real server: over streamable HTTP and over a WebSocket.
import { client, type ClientConnection, type SessionNotification, type Stream } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { createInbox, type Inbox } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createAcpDialect } from "./create-dialect.ts";

interface SdkClient {
  readonly agent: ClientConnection["agent"];
  readonly connection: ClientConnection;
  readonly updates: Inbox<SessionNotification>;
  /** The kinds of tool calls that it was asked about. */
  readonly asked: string[];
}

const ways: readonly [string, (url: string, headers: Record<string, string>) => Stream][] = [
  ["HTTP", (url, headers) => createHttpStream(`${url}/acp`, { headers })],
  ["WebSocket", (url, headers) => createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers })],
];

describe.each(ways)("the official client over %s", (_, open) => {
  let server: TestServer;
  const connections: ClientConnection[] = [];

  beforeAll(async () => {
    server = await openTestServer({ dialects: [createAcpDialect] });
  });

  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  async function connect(choose: "allow_once" | "reject_once" = "allow_once"): Promise<SdkClient> {
    const updates = createInbox<SessionNotification>();
    const asked: string[] = [];
    const app = client({ name: "tests" })
      .onNotification("session/update", ({ params }) => updates.push(params))
      .onRequest("session/request_permission", ({ params }) => {
        asked.push(params.toolCall.kind ?? "");
        const option = params.options.find(({ kind }) => kind === choose);
        return { outcome: { outcome: "selected", optionId: option?.optionId ?? "" } };
      });
    const connection = app.connect(open(server.url, { authorization: `Bearer ${server.token}` }));
    connections.push(connection);
    await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    return { agent: connection.agent, connection, updates, asked };
  }

  async function newSession({ agent }: SdkClient): Promise<string> {
    const { sessionId } = await agent.request("session/new", {
      cwd: server.folder,
      mcpServers: [],
      _meta: { agent: "script" },
    });
    return sessionId;
  }

  function prompt({ agent }: SdkClient, sessionId: string, text: string): Promise<{ stopReason: string }> {
    return agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  it("gets the server's name, capabilities and agents", async () => {
    const { agent } = await connect();
    const { agents } = await agent.request<{ agents: { name: string }[] }>("_parley/agents/list", {});
    const names = agents.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["assistant", "backend", "qa", "script"]));
    expect(names).not.toContain("recipe-maker");
  });

  it("is asked for permission in a turn, whose answer comes after all its updates", async () => {
    const first = await connect();
    const sessionId = await newSession(first);
    const { stopReason } = await prompt(first, sessionId, "say before\nrun echo hi\nsay after");
    expect(stopReason).toBe("end_turn");
    expect(first.asked).toEqual(["execute"]);
    expect(texts(first.updates, "agent_message_chunk")).toMatch(/^before.*after$/s);
    expect(first.updates.items.some(({ update }) => update.sessionUpdate === "tool_call")).toBe(true);
    expect(texts(first.updates, "user_message_chunk")).toBe("");
  });

  it("loads the conversation of one connection on another", async () => {
    const first = await connect();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say one");
    await prompt(first, sessionId, "say two");

    const second = await connect();
    await second.agent.request("session/load", { sessionId, cwd: server.folder, mcpServers: [] });
    expect(texts(second.updates, "user_message_chunk")).toBe("say onesay two");
    expect(texts(second.updates, "agent_message_chunk")).toBe("onetwo");
  });

  it("cancels a turn", async () => {
    const first = await connect();
    const sessionId = await newSession(first);
    const turn = prompt(first, sessionId, "say begun\nwait 60000");
    await first.updates.find("the first words", ({ update }) => update.sessionUpdate === "agent_message_chunk");
    await first.agent.notify("session/cancel", { sessionId });
    expect(await turn).toMatchObject({ stopReason: "cancelled" });
  });

  it("lists, forks, closes and deletes", async () => {
    const first = await connect();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say kept");
    const fork = await first.agent.request<{ sessionId: string }>("session/fork", { sessionId, cwd: server.folder });
    expect(fork.sessionId).not.toBe(sessionId);
    await prompt(first, fork.sessionId, "say forked");
    const { sessions } = await first.agent.request("session/list", { cwd: server.folder });
    const ids = sessions.map((session) => session.sessionId);
    expect(ids).toEqual(expect.arrayContaining([sessionId, fork.sessionId]));
    await first.agent.request("session/close", { sessionId });
    await first.agent.request("session/delete", { sessionId });
    await expect(server.hub.sessions.get(sessionId)).rejects.toMatchObject({ code: "session_not_found" });
    await expect(server.hub.sessions.get(fork.sessionId)).resolves.toMatchObject({ forkedFrom: sessionId, turns: 2 });
  });

  it("gets the reason why a turn failed", async () => {
    const first = await connect();
    const sessionId = await newSession(first);
    await expect(prompt(first, sessionId, "fail The model is down.")).rejects.toMatchObject({
      message: expect.stringContaining("The model is down.") as string,
    });
  });

  it("gets the protocol's own error code for a missing session", async () => {
    const first = await connect();
    const loading = first.agent.request("session/load", { sessionId: "none", cwd: server.folder, mcpServers: [] });
    await expect(loading).rejects.toMatchObject({ code: -32002 });
  });
});

function texts({ items }: Inbox<SessionNotification>, kind: "agent_message_chunk" | "user_message_chunk"): string {
  return items
    .map(({ update }) => (update.sessionUpdate === kind && update.content.type === "text" ? update.content.text : ""))
    .join("");
}
