// Secrets in MCP servers, with a real agent: it gets the values, and nothing that is stored has them.
import { createTempFolder } from "@parley/test-support";
import { openTestHub } from "@parley/test-support/hub";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventsOf, say, textOf } from "../testing/talk.ts";

/** An agent that says the names of its MCP servers and how long the values are that it was given with them. */
const SERVERS = [
  "-e",
  `
  let given = [];
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } } } });
    else if (method === "session/new" || method === "session/load") {
      given = params.mcpServers;
      send({ id, result: method === "session/new" ? { sessionId: "s" + process.pid } : {} });
    } else if (method === "session/prompt") {
      const text = given.map(({ name, env, headers }) => name + ":" + (env ?? headers).map(({ value }) => value.length).join("+")).join(" ");
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "[" + text + "]" } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, error: { code: -32601, message: "no " + method } });
  });
  `,
];
const SECRET = "planted-secret-0815-4711";
const extensions = [
  { name: "clock", command: "/bin/true", args: [], env: [{ name: "KEY", value: "${secret:CLOCK}" }] },
  {
    type: "http" as const,
    name: "wiki",
    url: "http://127.0.0.1:9/mcp",
    headers: [{ name: "Authorization", value: "Bearer ${secret:WIKI}" }],
  },
];

it("reach the agent, are never stored, and a server without its secret is left out with a note", async () => {
  await using folder = await createTempFolder();
  const options = { agents: { servers: SERVERS }, storePath: join(folder.path, "parley.db"), cwd: folder.path };
  let id = "";
  {
    await using place = await openTestHub(options);
    const { hub } = place;
    ({ id } = await hub.sessions.create({ agent: "servers", extensions, secrets: { CLOCK: SECRET, WIKI: SECRET } }));
    await say(hub, id, "which?");
    expect(textOf(await eventsOf(hub, id))).toBe(`[clock:${SECRET.length} wiki:${SECRET.length + "Bearer ".length}]`);
    // Others count from the next turn on.
    await hub.sessions.setLaunch(id, { secrets: { CLOCK: "short", WIKI: SECRET } });
    await say(hub, id, "which?");
    expect(textOf(await eventsOf(hub, id))).toContain("[clock:5 wiki:31]");
  }
  for (const name of (await readdir(folder.path)).filter((file) => file.startsWith("parley.db"))) {
    const text = await readFile(join(folder.path, name), "latin1").catch(() => "");
    expect({ name, isFound: text.includes(SECRET) }).toEqual({ name, isFound: false });
  }
  await using place = await openTestHub(options);
  const { hub } = place;
  await say(hub, id, "which?");
  expect(textOf(await eventsOf(hub, id))).toMatch(/\[\]$/);
  const notes = JSON.stringify((await eventsOf(hub, id)).filter(({ type }) => type === "note"));
  expect(notes).toContain("The MCP server clock was skipped: this server does not have ${secret:CLOCK}");
  expect(notes).toContain("This session had secrets for its MCP servers");
  await hub.sessions.setLaunch(id, { secrets: { CLOCK: SECRET, WIKI: SECRET } });
  await say(hub, id, "which?");
  expect(textOf(await eventsOf(hub, id))).toMatch(/\[clock:24 wiki:31\]$/);
});

it.each([
  [{ secrets: [] }, "/secrets: must be an object"],
  [{ secrets: { "a b": "x" } }, "/secrets/a b: must be named"],
  [{ secrets: { KEY: 4711 } }, "/secrets/KEY: must be a string"],
])("are refused by name if they are wrong, without their values: %#", async (given, message) => {
  await using place = await openTestHub({ agents: { servers: SERVERS } });
  const wanted = { agent: "servers", ...(given as object) };
  await expect(place.hub.sessions.create(wanted)).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringContaining(message) as string,
  });
});
