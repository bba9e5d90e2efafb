// The tools of an editor's window as an MCP server of the session: called by our own agent, and gone and back in between.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { isObject } from "@parley/base";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer, type Heard } from "../acp/testing/acp-peer.ts";

const [, [, connect]] = TRANSPORTS as readonly [unknown, (typeof TRANSPORTS)[number]];
const TOOL = {
  name: "selection",
  description: "The selected text",
  inputSchema: { type: "object", properties: { file: { type: "string" } } },
};

let server: TestServer;
const peers: AcpPeer[] = [];

beforeAll(async () => {
  server = await openTestServer({ hub: { level: "bypass" } });
});
afterEach(async () => {
  await Promise.all(peers.splice(0).map(({ transport }) => transport.close()));
});
afterAll(() => server[Symbol.asyncDispose]());

/** A window that answers every call with the text. */
async function openWindow(text: string | undefined): Promise<AcpPeer> {
  const peer = await createAcpPeer(await connect(server));
  peers.push(peer);
  await peer.ask("_parley/editor/tools", { tools: [TOOL] });
  if (text !== undefined) void answerCall(peer, text);
  return peer;
}

async function answerCall(peer: AcpPeer, text: string): Promise<void> {
  const { id, params } = await peer.called("_parley/editor/callTool");
  const content = [{ type: "text", text: `${text}: ${JSON.stringify(params["arguments"])}` }];
  peer.send({ id, result: { content } });
}

async function newSession(peer: AcpPeer): Promise<string> {
  const params = { cwd: server.folder, mcpServers: [], _meta: { parley: { agent: "backend" } } };
  return String((await peer.ask("session/new", params))["sessionId"]);
}

const follow = (peer: AcpPeer, sessionId: string): Promise<unknown> =>
  peer.ask("_parley/session/follow", { sessionId });

interface Reply {
  readonly status: number;
  readonly body: Heard;
}

async function post(token: string, sessionId: string, message: unknown): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...(message as object) });
  const response = await fetch(`${server.url}/mcp/editor/${sessionId}`, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? (JSON.parse(text) as Heard) : { text } };
}

const call = (id: number, name = "selection"): object => ({
  id,
  method: "tools/call",
  params: { name, arguments: { file: "a.ts" } },
});

describe("the endpoint", () => {
  it("speaks MCP", async () => {
    const peer = await openWindow("chosen");
    const sessionId = await newSession(peer);
    const ask = (message: unknown): Promise<Reply> => post(server.token, sessionId, message);
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tests", version: "1" } };
    expect((await ask({ id: 1, method: "initialize", params: hello })).body).toMatchObject({
      result: { protocolVersion: "2025-06-18", capabilities: { tools: { listChanged: true } } },
    });
    expect((await ask({ method: "notifications/initialized" })).status).toBe(202);
    expect((await ask({ id: 2, method: "tools/list" })).body).toMatchObject({ result: { tools: [TOOL] } });
    expect((await ask(call(3))).body).toMatchObject({
      result: { content: [{ type: "text", text: 'chosen: {"file":"a.ts"}' }] },
    });
    expect((await ask(call(4, "nothing"))).body).toMatchObject({ error: { code: -32602 } });
    expect((await ask({ id: 5, method: "prompts/list" })).body).toMatchObject({ error: { code: -32601 } });
    expect((await ask("[")).status).toBe(400);
    expect((await ask("[]")).status).toBe(400);
    expect((await server.fetch(`/mcp/editor/${sessionId}`)).status).toBe(405);
  });

  it.each([
    [{ id: 1, method: "tools/call", params: { name: { toString: 1 } } }, -32602, 1, "name: must be a string"],
    [{ id: 1, method: "tools/call", params: { name: ["selection"] } }, -32602, 1, "name: must be a string"],
    [{ id: 1, method: "tools/call" }, -32602, 1, "name: must be a string"],
    [{ id: 1, method: "tools/call", params: { name: "x".repeat(5_000) } }, -32602, 1, "is not a tool of this session"],
    [{ id: 1, method: "tools/call", params: { name: "selection", arguments: [] } }, -32602, 1, "arguments: must be"],
    [{ id: { secret: "x" }, method: "ping" }, -32600, null, "id: must be a string or a number"],
    [{ id: null, method: "ping" }, -32600, null, "id: must be a string or a number"],
    [{ id: [1], method: "ping" }, -32600, null, "id: must be a string or a number"],
    [{ id: 1, method: { toString: 1 } }, -32600, null, "method: must be a string"],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, -32600, null, 'jsonrpc: must be "2.0"'],
  ])("says what is wrong with a message: %#", async (message, code, id, text) => {
    const sessionId = await newSession(await openWindow(undefined));
    const { status, body } = await post(server.token, sessionId, message);
    expect(status).toBe(code === -32600 ? 400 : 200);
    expect(body).toMatchObject({
      jsonrpc: "2.0",
      id,
      error: { code, message: expect.stringContaining(text) as string },
    });
    expect(JSON.stringify(body).length).toBeLessThan(500);
  });

  it("says on a stream that the tools are others, and only then", async () => {
    const peer = await openWindow(undefined);
    const [sessionId, other] = [await newSession(peer), await newSession(peer)];
    const headers = { authorization: `Bearer ${tokenOf(sessionId)}`, accept: "text/event-stream" };
    const stream = await fetch(`${server.url}/mcp/editor/${sessionId}`, { headers });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/event-stream/),
    ]);
    expect((await fetch(`${server.url}/mcp/editor/${other}`, { headers })).status).toBe(403);
    await peer.ask("_parley/editor/tools", { tools: [TOOL] });
    await peer.ask("_parley/editor/tools", { tools: [TOOL, { ...TOOL, name: "tabs" }] });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!seen.includes("data:")) seen += (await reader?.read())?.value ?? "data: (ended)";
    expect(seen.match(/^data: .*$/gm)).toEqual(['data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}']);
    await reader?.cancel();
  });

  it("has a tool as a resource as well, if the tool says so", async () => {
    const peer = await openWindow("files");
    const resource = { uri: "workspace://files", name: "Files" };
    await peer.ask("_parley/editor/tools", {
      tools: [TOOL, { ...TOOL, name: "files", _meta: { parley: { resource } } }],
    });
    const sessionId = await newSession(peer);
    const ask = (message: unknown): Promise<Reply> => post(server.token, sessionId, message);
    expect((await ask({ id: 1, method: "resources/list" })).body).toMatchObject({
      result: { resources: [{ ...resource, mimeType: "text/plain" }] },
    });
    const read = { id: 2, method: "resources/read", params: { uri: resource.uri } };
    expect((await ask(read)).body).toMatchObject({
      result: { contents: [{ uri: resource.uri, mimeType: "text/plain", text: "files: {}" }] },
    });
    const unknown = { id: 3, method: "resources/read", params: { uri: "workspace://other" } };
    expect((await ask(unknown)).body).toMatchObject({ error: { code: -32002 } });
    expect((await ask({ id: 4, method: "resources/read" })).body).toMatchObject({ error: { code: -32602 } });
  });

  it("waits for a window that is reloaded", async () => {
    const first = await openWindow("first");
    const sessionId = await newSession(first);
    await first.transport.close();
    await first.isClosed;
    const called = post(server.token, sessionId, call(1));
    const second = await openWindow("second");
    await follow(second, sessionId);
    expect((await called).body).toMatchObject({ result: { content: [{ text: 'second: {"file":"a.ts"}' }] } });
  });

  it("has no tools once the window offers none, and those of another window of the session", async () => {
    const first = await openWindow(undefined);
    const sessionId = await newSession(first);
    const listed = async (): Promise<unknown> =>
      (await post(server.token, sessionId, { id: 1, method: "tools/list" })).body;
    expect(await listed()).toMatchObject({ result: { tools: [TOOL] } });
    await first.ask("_parley/editor/tools", { tools: [] });
    expect(await listed()).toMatchObject({ result: { tools: [] } });
    // At once: nothing is awaited from a window that has said that it has none.
    expect((await post(server.token, sessionId, call(2))).body).toMatchObject({ error: { code: -32602 } });
    const second = await openWindow("second");
    await follow(second, sessionId);
    expect(await listed()).toMatchObject({ result: { tools: [TOOL] } });
    await first.ask("_parley/editor/tools", { tools: [] });
    expect(await listed()).toMatchObject({ result: { tools: [TOOL] } });
  });

  it("says that a window was closed during a call", async () => {
    const peer = await openWindow(undefined);
    const sessionId = await newSession(peer);
    const called = post(server.token, sessionId, call(1));
    await peer.called("_parley/editor/callTool");
    await peer.transport.close();
    const { result } = (await called).body as { readonly result: Heard };
    expect(result["isError"]).toBe(true);
  });

  it("takes the token of the session's agent for nothing else", async () => {
    const peer = await openWindow("chosen");
    const [sessionId, other] = [await newSession(peer), await newSession(peer)];
    const token = tokenOf(sessionId);
    expect((await post(token, sessionId, { id: 1, method: "ping" })).body).toMatchObject({ result: {} });
    expect((await post(token, other, { id: 1, method: "ping" })).status).toBe(403);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ["/sessions", "/agents", "/server", "/acp"]) {
      expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(403);
    }
    expect((await post("not-a-token", sessionId, { id: 1, method: "ping" })).status).toBe(401);
  });

  /** What the agent was given, as the hub would give it again. */
  function tokenOf(sessionId: string): string {
    const tools = server.hub.editors.tools as unknown as { serversFor(id: string): readonly unknown[] };
    const [overHttp] = tools.serversFor(sessionId);
    const headers = isObject(overHttp) ? overHttp["headers"] : undefined;
    const [header] = Array.isArray(headers) ? (headers as readonly { readonly value: string }[]) : [];
    return (header?.value ?? "").replace("Bearer ", "");
  }

  it.each([
    [{}, "tools: must be a list"],
    [{ tools: [{ name: "a b", inputSchema: { type: "object" } }] }, "tools.0.name: must be a name"],
    [{ tools: [{ name: "a" }] }, "tools.0.inputSchema: must be a JSON schema"],
    [{ tools: [{ ...TOOL, description: "x".repeat(40_000) }] }, "tools.0: must be at most"],
  ])("takes only tools that are described properly: %#", async (params, message) => {
    const peer = await createAcpPeer(await connect(server));
    peers.push(peer);
    await expect(peer.ask("_parley/editor/tools", params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
  });
});
