import { ParleyError, silentLog } from "@parley/base";
import { createMemoryPair, type Transport } from "@parley/rpc";
import { connectWebSocket } from "@parley/rpc/websocket";
import { createRawPeer, type Frame, type RawPeer } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { describe, expect, it } from "vitest";
import { Relay } from "./relay.ts";
import type { RewriteOptions } from "./rewrite.ts";

interface Scene {
  readonly editor: RawPeer;
  readonly ended: Promise<void>;
  /** How often the server was connected to. */
  readonly connections: readonly Transport[];
  /** The connection breaks off. */
  drop(): Promise<void>;
  leave(): Promise<void>;
}

function openScene({ url, token }: TestServer, options: Partial<RewriteOptions> = {}): Scene {
  const [ours, theirs] = createMemoryPair();
  const connections: Transport[] = [];
  const relay = new Relay({
    editor: ours,
    connect: async (signal) => {
      const headers = { authorization: `Bearer ${token}` };
      const transport = await connectWebSocket(`${url.replace("http", "ws")}/acp`, { headers, signal });
      connections.push(transport);
      return transport;
    },
    agent: "script",
    session: undefined,
    log: silentLog,
    ...options,
  });
  const ended = relay.run(new AbortController().signal);
  const editor = createRawPeer(theirs);
  return {
    editor,
    ended,
    connections,
    drop: async () => connections.at(-1)?.close(),
    leave: async () => {
      await theirs.close();
      await ended;
    },
  };
}

async function begin({ editor }: Scene, cwd: string): Promise<string> {
  await editor.ask(0, "initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { result } = await editor.ask("new", "session/new", { cwd, mcpServers: [] });
  return (result as { readonly sessionId: string }).sessionId;
}

function prompt(editor: RawPeer, sessionId: string, text: string): Promise<Frame> {
  return editor.ask("prompt", "session/prompt", { sessionId, prompt: [{ type: "text", text }] });
}

const saying = (text: string) => (frame: Frame) =>
  frame["method"] === "session/update" && JSON.stringify(frame).includes(`"text":"${text}"`);

describe("the bridge", { timeout: 60_000 }, () => {
  it("forwards everything, and reports which agent answers", async () => {
    await using server = await openTestServer();
    const scene = openScene(server);
    const sessionId = await begin(scene, server.folder);
    expect(await prompt(scene.editor, sessionId, "say Hello")).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(scene.editor.heard.items.filter(saying("Hello"))).toHaveLength(1);
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ agent: "script", turns: 1 });
    expect(await scene.editor.ask("odd", "session/fly", {})).toMatchObject({ error: { code: -32601 } });
    await scene.leave();
  });

  it("continues a turn over a new connection without losing or repeating anything", async () => {
    await using server = await openTestServer();
    const scene = openScene(server);
    const { editor } = scene;
    const sessionId = await begin(scene, server.folder);
    const answer = prompt(editor, sessionId, "say one\nwrite a.txt x\nsay two");
    await editor.heard.find("one", saying("one"));
    const asked = await editor.called("session/request_permission");
    await scene.drop();
    // Who asked is gone, and asks again.
    expect(await editor.called("$/cancel_request")).toMatchObject({ params: { requestId: asked["id"] } });
    const again = await editor.called("session/request_permission", 2);
    expect(again["id"]).not.toBe(asked["id"]);
    const { options } = again["params"] as { readonly options: readonly { readonly optionId: string }[] };
    const outcome = { outcome: "selected", optionId: options[0]?.optionId };
    // An answer to what was cancelled goes nowhere.
    editor.send({ jsonrpc: "2.0", id: asked["id"], result: { outcome: { outcome: "cancelled" } } });
    editor.send({ jsonrpc: "2.0", id: again["id"], result: { outcome } });
    expect(await answer).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(editor.heard.items.filter(saying("one"))).toHaveLength(1);
    expect(editor.heard.items.filter(saying("two"))).toHaveLength(1);
    expect(JSON.stringify(editor.heard.items)).not.toContain("user_message_chunk");
    expect(scene.connections).toHaveLength(2);
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ turns: 1 });
    await scene.leave();
  });

  it("sends messages that arrived while disconnected, once", async () => {
    await using server = await openTestServer();
    const scene = openScene(server);
    const sessionId = await begin(scene, server.folder);
    await scene.drop();
    expect(await prompt(scene.editor, sessionId, "say Late")).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(scene.editor.heard.items.filter(saying("Late"))).toHaveLength(1);
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ turns: 1 });
    await scene.leave();
  });

  it("gives the editor the named session with its history as its first session", async () => {
    await using server = await openTestServer();
    const first = openScene(server);
    const sessionId = await begin(first, server.folder);
    await prompt(first.editor, sessionId, "say Before");
    await first.leave();
    const second = openScene(server, { session: sessionId });
    expect(await begin(second, server.folder)).toBe(sessionId);
    await second.editor.heard.find("the history", saying("Before"));
    const other = await second.editor.ask("other", "session/new", { cwd: server.folder, mcpServers: [] });
    expect(other).toMatchObject({ result: { sessionId: expect.not.stringContaining(sessionId) as string } });
    await second.leave();
  });

  it("gives up immediately if the server is missing or rejects the token", async () => {
    const [editor] = createMemoryPair();
    const error = new ParleyError({ code: "sign_in_needed", message: "No" });
    const options = { agent: undefined, session: undefined, log: silentLog };
    const relay = new Relay({ ...options, editor, connect: () => Promise.reject(error) });
    await expect(relay.run(new AbortController().signal)).rejects.toBe(error);
  });

  it("gives up if the server is back but rejects the token", async () => {
    await using server = await openTestServer();
    const [ours, theirs] = createMemoryPair();
    const connections: Transport[] = [];
    const error = new ParleyError({ code: "sign_in_needed", message: "No" });
    const connect = async (): Promise<Transport> => {
      if (connections.length > 0) throw error;
      const headers = { authorization: `Bearer ${server.token}` };
      const transport = await connectWebSocket(`${server.url.replace("http", "ws")}/acp`, { headers });
      connections.push(transport);
      return transport;
    };
    const relay = new Relay({ agent: undefined, session: undefined, log: silentLog, editor: ours, connect });
    const ended = relay.run(new AbortController().signal);
    const editor = createRawPeer(theirs);
    await editor.ask(0, "initialize", { protocolVersion: 1 });
    await Promise.all([expect(ended).rejects.toBe(error), connections[0]?.close()]);
    expect(await editor.closed).toBeUndefined();
  });
});
