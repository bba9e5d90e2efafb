// What a session has at hand before anything was used, over the native API, with our real agent and a real MCP server.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../repository/workspaces.ts";
import { openPlace, type Place } from "../run-parley.ts";
import { call, callJson, readFrames, type Frame } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

interface Tools {
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly server?: string }[];
  readonly problems: readonly string[];
}

const PROGRAM = join(root, "test", "e2e", "serve", "mcp-server.mjs");
const GREETER = { type: "stdio", name: "greeter", cmd: process.execPath, args: [PROGRAM] };
const BROKEN = { type: "stdio", name: "broken", cmd: process.execPath, args: ["--eval", "process.exit(3)"] };

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
}, 60_000);

async function open(agent: string, ...extensions: readonly object[]): Promise<string> {
  const { id } = await callJson<{ readonly id: string }>(server, "POST", "/sessions", {
    agent,
    working_dir: place.work,
  });
  for (const config of extensions) await call(server, "POST", "/agent/extensions", { session_id: id, config });
  return id;
}

const getPrompt = (id: string, name: string, values?: object): Promise<unknown> =>
  callJson(server, "POST", "/agent/prompts/get", { session_id: id, name, ...(values && { arguments: values }) });

/** The first frame of that type in the session's stream, which does not end of itself. */
async function findReplayed(sessionId: string, type: string): Promise<Frame | undefined> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/sessions/${sessionId}/events?format=messages&after=0`, {
    headers: { authorization: `Bearer ${server.token}`, accept: "text/event-stream" },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let seen = ""; ;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return undefined;
      seen += value;
      const found = readFrames(seen.slice(0, seen.lastIndexOf("\n"))).find((frame) => frame.type === type);
      if (found !== undefined) return found;
    }
  } finally {
    leaving.abort();
    await reader?.closed.catch(() => undefined);
  }
}

describe("GET /agent/tools", { timeout: 120_000 }, () => {
  it("lists the tools of the mode and of the MCP servers before the first turn", async () => {
    const id = await open("backend", GREETER, BROKEN);
    const { tools, problems } = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${id}`);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["read", "edit", "shell", "mcp__greeter__greet"]));
    expect(tools.find(({ name }) => name === "mcp__greeter__greet")).toMatchObject({
      server: "greeter",
      calls: 0,
      description: "Greets a person.",
      inputSchema: { properties: { who: { type: "string" } } },
    });
    expect(problems).toEqual([expect.stringMatching(/^broken: /)]);
    const only = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${id}&extension_name=greeter`);
    expect(only.tools.map(({ name }) => name)).toEqual(["mcp__greeter__greet"]);
    await callJson(server, "POST", `/sessions/${id}/handover`, { agent: "pm" });
    const ofMode = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${id}`);
    expect(ofMode.tools.map(({ name }) => name)).not.toContain("shell");
    await callJson(server, "POST", `/sessions/${id}/handover`, { agent: "judge" });
    expect(await callJson(server, "GET", `/agent/tools?session_id=${id}`)).toMatchObject({ tools: [] });
  });

  it("lists the tools of the MCP servers for an agent that does not report its own", async () => {
    const id = await open("script", GREETER);
    const { tools } = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${id}`);
    expect(tools.map(({ name }) => name)).toEqual(["mcp__greeter__greet"]);
    await writeFile(
      join(place.home, "config.json"),
      JSON.stringify({ mcpServers: { shared: { command: process.execPath, args: [PROGRAM] } } }),
    );
    const shared = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${await open("script", GREETER)}`);
    expect(shared.tools.map(({ name }) => name).toSorted()).toEqual(["mcp__greeter__greet", "mcp__shared__greet"]);
    await rm(join(place.home, "config.json"));
    const quiet = await callJson<Tools>(server, "GET", `/agent/tools?session_id=${id}&start=false`);
    expect(quiet.tools).toEqual([]);
  });
});

describe("POST /agent/prompts/get", { timeout: 120_000 }, () => {
  it.each(["backend", "script"])("returns what the MCP server renders, for %s", async (agent) => {
    const id = await open(agent, GREETER);
    const prompts = await callJson<Record<string, unknown>>(server, "GET", `/agent/prompts?session_id=${id}`);
    expect(prompts["greeter"]).toEqual([
      { name: "greeter:welcome", description: "Welcomes a person", arguments: [{ name: "who", required: true }] },
    ]);
    const rendered = {
      description: "A welcome",
      messages: [
        { role: "user", content: { type: "text", text: "Write a welcome for ANN." } },
        { role: "assistant", content: { type: "text", text: "With pleasure." } },
      ],
    };
    expect(await getPrompt(id, "greeter:welcome", { who: "Ann" })).toEqual(rendered);
    expect(await getPrompt(id, "welcome", { who: "Ann" })).toEqual(rendered);
    await expect(getPrompt(id, "welcome")).rejects.toThrow(/4(?:00|22) .*who/);
    await expect(getPrompt(id, "welcome", { who: "Ann", whom: "Bob" })).rejects.toThrow(/4(?:00|22) .*whom/);
    await expect(getPrompt(id, "welcome", { who: ["Ann"] })).rejects.toThrow(/4(?:00|22) .*arguments/);
    await expect(getPrompt(id, "nosuch")).rejects.toThrow(/4(?:00|22) .*nosuch.*greeter:welcome/);
  });
});

describe("a proposed plan", { timeout: 120_000 }, () => {
  it("is replayed with everything it contained", async () => {
    const text = "Write the REST API for orders, then write tests for it";
    const body = { user_message: text, mode: "plan", working_dir: place.work };
    const live = readFrames(await call(server, "POST", "/reply", body));
    const proposed = live.find(({ type }) => type === "PlanProposal");
    const sessionId = live.find(({ type }) => type === "Finish")?.["session_id"];
    expect(proposed?.["tasks"]).toMatchObject([
      { mode_slug: "backend", mode_name: expect.any(String), confidence: expect.any(Number), depends_on: [] },
      { mode_slug: "qa", reasoning: expect.any(String), tool_groups: expect.arrayContaining(["developer"]) },
    ]);
    expect(await findReplayed(String(sessionId), "PlanProposal")).toMatchObject({ ...proposed });
  });
});
