// The tools of an editor's window, offered to agents by the built server: our own agent calls them over HTTP, one that only starts
// programs through `parley editor-tools`; and a window that is reloaded costs neither its connection.
import { client, type ClientConnection } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { startStubModel, stubScript } from "@parley/test-support/stub-model";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const TOOL = {
  name: "selection",
  description: "The text that is selected in the editor",
  inputSchema: { type: "object", properties: { word: { type: "string" } } },
};

/** A window: it says its name and what it was asked. */
async function openWindow({ url, token }: Served, name: string, tools = [TOOL]): Promise<ClientConnection> {
  const headers = { authorization: `Bearer ${token}` };
  const app = client({ name })
    .onNotification("session/update", () => undefined)
    .onRequest(
      "_parley/editor/callTool",
      (params) => params as { readonly arguments: { readonly word: string } },
      ({ params }) => ({ content: [{ type: "text", text: `${params.arguments.word} selected in ${name}` }] }),
    );
  const connection = app.connect(createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers }));
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  if (tools.length > 0) await connection.agent.request("_parley/editor/tools", { tools });
  return connection;
}

/** An agent that does not support MCP over HTTP: it starts the program that it was given, and says what the tool gave. */
const AGENT = `
  const { spawn } = require("node:child_process");
  const { createInterface } = require("node:readline");
  const send = (to, message) => to.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  let tools, ask, changed;
  const change = new Promise((resolve) => (changed = resolve));
  function start({ command, args, env }) {
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    tools = spawn(command, args, { env: { ...process.env, ...variables }, stdio: ["pipe", "pipe", "inherit"] });
    const waiting = new Map();
    createInterface({ input: tools.stdout }).on("line", (line) => {
      const { id, ...answer } = JSON.parse(line);
      waiting.get(id)?.(answer);
      if (answer.method === "notifications/tools/list_changed") changed();
    });
    let last = 0;
    ask = (method, params) => new Promise((resolve) => {
      waiting.set(++last, resolve);
      send(tools.stdin, { id: last, method, params });
    });
  }
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (result) => send(process.stdout, { id, result });
    if (method === "initialize") answer({ protocolVersion: 1, agentCapabilities: {} });
    else if (method === "session/new") {
      start(params.mcpServers[0]);
      await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } });
      send(tools.stdin, { method: "notifications/initialized" });
      answer({ sessionId: "s" });
    } else if (method === "session/prompt") {
      const { sessionId, prompt } = params;
      if (prompt[0].text === "wait") await change;
      const { result } = await ask("tools/call", { name: "selection", arguments: { word: prompt[0].text } });
      const content = { type: "text", text: tools.pid + ": " + result.content[0].text };
      send(process.stdout, { method: "session/update", params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      answer({ stopReason: "end_turn" });
    } else if (id !== undefined) answer({});
  }).on("close", () => tools?.stdin.end());
`;

async function textOf(place: Place, sessionId: string): Promise<string> {
  return (await place.run(["sessions", "show", sessionId])).stdout;
}

it("our own agent calls a window's tool, before and after the window was reloaded", { timeout: 120_000 }, async () => {
  const model = await startStubModel();
  try {
    await using place = await openPlace();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: "openai-compatible/stub-model" };
    await using server = await serve(place, ["--level", "bypass"], { env });
    const script = (word: string): { type: "text"; text: string }[] => [
      { type: "text", text: stubScript(`mcp selection ${JSON.stringify({ word })}`, "echo result") },
    ];
    const first = await openWindow(server, "one");
    const named = { _meta: { parley: { agent: "backend" } } };
    const { sessionId } = await first.agent.request("session/new", { cwd: place.work, mcpServers: [], ...named });
    await first.agent.request("session/prompt", { sessionId, prompt: script("foo") });
    expect(await textOf(place, sessionId)).toContain("foo selected in one");
    first.close();

    const second = await openWindow(server, "two");
    await second.agent.request("_parley/session/follow", { sessionId });
    await second.agent.request("session/prompt", { sessionId, prompt: script("bar") });
    expect(await textOf(place, sessionId)).toContain("bar selected in two");
    second.close();
  } finally {
    await model.close();
  }
});

it("tools that a window announces after its session was opened reach the agent", { timeout: 120_000 }, async () => {
  await using model = await startStubModel();
  await using place = await openPlace();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: "openai-compatible/stub-model" };
  await using server = await serve(place, ["--level", "bypass"], { env });
  const window = await openWindow(server, "one", []);
  const { agent } = window;
  const named = { _meta: { parley: { agent: "backend" } } };
  const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [], ...named });
  const prompt = async (...lines: readonly string[]): Promise<string> => {
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: stubScript(...lines) }] });
    return textOf(place, sessionId);
  };
  await prompt("say The first answer");
  await agent.request("_parley/editor/tools", { tools: [TOOL] });
  expect(await prompt('mcp selection {"word":"foo"}', "echo result")).toContain("foo selected in one");
  // The agent kept its session, and so the conversation.
  const last = model.requests.findLast(({ isSide }) => !isSide);
  expect(JSON.stringify(last?.conversation)).toContain("The first answer");
  expect(JSON.stringify(last?.conversation)).not.toContain("This conversation started without you");
  await agent.request("_parley/editor/tools", { tools: [TOOL, { ...TOOL, name: "tabs" }] });
  const listTools = async (): Promise<unknown> => (await server.fetch(`/agent/tools?session_id=${sessionId}`)).json();
  await expect.poll(async () => JSON.stringify(await listTools())).toContain("mcp__editor__tabs");
  expect(await prompt('mcp tabs {"word":"bar"}', "echo result")).toContain("bar selected in one");
  window.close();
});

it("an agent that only starts programs calls it through parley editor-tools", { timeout: 120_000 }, async () => {
  await using place = await openPlace();
  await using server = await serve(place, ["--level", "bypass"]);
  const first = await openWindow(server, "one");
  const launch = { command: process.execPath, args: ["-e", AGENT] };
  const { sessionId } = await first.agent.request("session/new", {
    cwd: place.work,
    mcpServers: [],
    _meta: { parley: { launch } },
  });
  await first.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "foo" }] });
  first.close();
  const second = await openWindow(server, "two");
  await second.agent.request("_parley/session/follow", { sessionId });
  await second.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "bar" }] });
  // The program passes on that the window has other tools.
  const waiting = second.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "wait" }] });
  const announce = async (): Promise<string> => {
    const name = `tool${Math.random()}`.replace(".", "");
    await second.agent.request("_parley/editor/tools", { tools: [TOOL, { ...TOOL, name }] });
    return textOf(place, sessionId);
  };
  await expect.poll(announce, { timeout: 60_000 }).toContain("wait selected in two");
  await waiting;
  second.close();
  const said = [...(await textOf(place, sessionId)).matchAll(/(\d+): (foo|bar) selected in (one|two)/g)];
  expect(said.map(([, , word, window]) => [word, window])).toEqual([
    ["foo", "one"],
    ["bar", "two"],
  ]);
  expect(said[0]?.[1], "the same process").toBe(said[1]?.[1]);
});

it("says what is missing when it is started by hand", { timeout: 60_000 }, async () => {
  await using place = await openPlace();
  const { code, stderr } = await place.run(["editor-tools"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("PARLEY_EDITOR_URL is not set");
});
