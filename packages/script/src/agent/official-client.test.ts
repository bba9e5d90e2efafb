// The scripted agent and the client of the official SDK, over byte streams.
import { client as createClient, ndJsonStream, type ClientContext, type SessionUpdate } from "@agentclientprotocol/sdk";
import { createNdjsonTransport } from "@parley/rpc";
import { PassThrough, Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CWD, EVERYTHING } from "../../test/pretend-client.ts";
import { PretendTerminals } from "../../test/pretend-terminals.ts";
import { watchWire, type WireWatch } from "../../test/wire-watch.ts";
import { createScriptedAgent, type ScriptedAgent } from "./scripted-agent.ts";

let agent: ScriptedAgent;
let watch: WireWatch;
let context: ClientContext;
let updates: SessionUpdate[];
let calls: Set<string>;
const files = new Map<string, string>();
const terminals = new PretendTerminals();

const parseAnything = { parse: (params: unknown): unknown => params };

function connect(): ClientContext {
  const toAgent = new PassThrough();
  const toClient = new PassThrough();
  watch = watchWire(createNdjsonTransport(toAgent, toClient));
  agent = createScriptedAgent(watch.transport);
  const app = createClient({ name: "test" })
    // First of all: with other handlers before it, the SDK delivers updates after the response that follows them.
    .onNotification("session/update", ({ params }) => void updates.push(params.update))
    .onNotification("elicitation/complete", () => void calls.add("elicitation/complete"))
    .onNotification("_parley/ping", parseAnything, () => void calls.add("_parley/ping"))
    .onRequest("_parley/ping", parseAnything, () => ({ pong: true }))
    .onRequest("session/request_permission", () => {
      calls.add("session/request_permission");
      return { outcome: { outcome: "selected", optionId: "allow_once" } };
    })
    .onRequest("elicitation/create", ({ params: { mode } }) => {
      calls.add(`elicitation/create ${mode}`);
      return { action: "accept", content: {} };
    })
    .onRequest("fs/read_text_file", ({ params: { path } }) => ({ content: files.get(path) ?? "" }))
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
      files.set(path, content);
      return {};
    })
    .onRequest("terminal/create", ({ params: { command, args } }) => ({
      terminalId: terminals.create(command, args ?? []),
    }))
    .onRequest("terminal/output", ({ params: { terminalId } }) => terminals.output(terminalId))
    .onRequest("terminal/wait_for_exit", ({ params: { terminalId } }) => terminals.exit(terminalId))
    .onRequest("terminal/kill", ({ params: { terminalId } }) => {
      terminals.kill(terminalId);
      return {};
    })
    .onRequest("terminal/release", ({ params: { terminalId } }) => {
      terminals.release(terminalId);
      return {};
    });
  const input = Readable.toWeb(toClient) as ReadableStream<Uint8Array>;
  return app.connect(ndJsonStream(Writable.toWeb(toAgent) as WritableStream<Uint8Array>, input)).agent;
}

beforeEach(async () => {
  updates = [];
  calls = new Set();
  context = connect();
  await context.request("initialize", { protocolVersion: 1, clientCapabilities: EVERYTHING });
});
afterEach(() => agent.close());

function play(sessionId: string, text: string) {
  return context.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
}

describe("the official SDK's client", () => {
  it("takes the tour", async () => {
    const { sessionId } = await context.request("session/new", { cwd: CWD, mcpServers: [] });
    await expect(play(sessionId, "/tour")).resolves.toEqual({ stopReason: "end_turn" });
    expect(new Set(updates.map(({ sessionUpdate }) => sessionUpdate)).size).toBe(14);
    expect([...calls].toSorted()).toEqual([
      "_parley/ping",
      "elicitation/complete",
      "elicitation/create form",
      "elicitation/create url",
      "session/request_permission",
    ]);
    expect(files.get(`${CWD}/parley-tour.txt`)).toBe("one\n2\nthree\n");
    expect(terminals.killed).toHaveLength(1);
    expect(watch.faults).toEqual([]);
  });

  it("streams, cancels, and loads what there was", async () => {
    const { sessionId } = await context.request("session/new", { cwd: CWD, mcpServers: [] });
    const turn = play(sessionId, "stream 1000000 100");
    await expect.poll(() => updates.length).toBeGreaterThan(100);
    await context.notify("session/cancel", { sessionId });
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    const seen = updates.length;
    expect(seen).toBeLessThan(1_000_000);
    await context.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    expect(updates[seen]).toMatchObject({ sessionUpdate: "user_message_chunk" });
    expect(updates.length - seen).toBeLessThan(100);
    expect(watch.faults).toEqual([]);
  });

  it("calls every other method", async () => {
    await context.request("authenticate", { methodId: "script" });
    const { sessionId } = await context.request("session/new", { cwd: CWD, mcpServers: [] });
    await context.request("session/set_mode", { sessionId, modeId: "chat" });
    await context.request("session/set_config_option", {
      sessionId,
      configId: "thoughts",
      type: "boolean",
      value: false,
    });
    await context.request("session/set_model", { sessionId, modelId: "offline/echo" });
    const { sessionId: fork } = await context.request<{ sessionId: string }>("session/fork", { sessionId, cwd: CWD });
    await context.request("session/close", { sessionId });
    await context.request("session/resume", { sessionId, cwd: CWD });
    await context.request("session/delete", { sessionId: fork });
    await expect(context.request("session/list", {})).resolves.toMatchObject({ sessions: [{ sessionId, cwd: CWD }] });
    await expect(context.request("_parley/echo", { a: 1 })).resolves.toEqual({ a: 1 });
    await context.request("logout", {});
    expect(watch.faults).toEqual([]);
  });

  it("gets errors it can tell apart", async () => {
    await expect(context.request("session/new", { cwd: "here", mcpServers: [] })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(play("nowhere", "say x")).rejects.toMatchObject({ code: -32_002 });
    const { sessionId } = await context.request("session/new", { cwd: CWD, mcpServers: [] });
    await expect(play(sessionId, "fail It broke.")).rejects.toMatchObject({ code: -32_603, message: "It broke." });
    const controller = new AbortController();
    const prompt = { sessionId, prompt: [{ type: "text" as const, text: "wait 600000" }] };
    const turn = context.request("session/prompt", prompt, { cancellationSignal: controller.signal });
    controller.abort();
    await expect(turn).rejects.toMatchObject({ code: -32_800 });
  });
});
