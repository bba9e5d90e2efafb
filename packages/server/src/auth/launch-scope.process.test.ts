// Environment variables and commands that a session brings: over both doors, for callers that may and callers that may not.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "../dialects/acp/testing/acp-peer.ts";

const DRIVER_KEY = "a-key-for-those-who-prompt";
const hash = createHash("sha256").update(DRIVER_KEY).digest("hex");

/** An agent that says the value of one variable. Travels as text. */
const SAYS = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentInfo: { name: "says", version: "7" }, agentCapabilities: { loadSession: true } } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + Math.random() } });
    else if (method === "session/prompt") {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "it is " + process.env.KEY } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });
`;
const launch = { command: process.execPath, args: ["-e", SAYS] };
const prompt = [{ type: "text", text: "which?" }];

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ keys: [{ name: "driver", hash, scopes: ["drive"] }] });
});
afterAll(() => server[Symbol.asyncDispose]());

async function saidIn(sessionId: string): Promise<string> {
  const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 1_000 });
  return JSON.stringify(events.map(({ event }) => event));
}

describe.each(TRANSPORTS)("over ACP by %s", (_, connect) => {
  const open = async (token: string): Promise<AcpPeer> => createAcpPeer(await connect({ url: server.url, token }));
  const setup = (parley: object): Readonly<Record<string, unknown>> => ({
    cwd: server.folder,
    mcpServers: [],
    _meta: { parley },
  });

  it("are taken from an admin when a session is created, loaded and resumed", async () => {
    const peer = await open(server.token);
    const created = await peer.ask("session/new", setup({ launch, env: { KEY: "first" } }));
    expect(created).toMatchObject({ _meta: { parley: { agent: "node", agentInfo: { name: "says" } } } });
    const sessionId = String(created["sessionId"]);
    await peer.ask("session/prompt", { sessionId, prompt });
    expect(await saidIn(sessionId)).toContain("it is first");
    for (const method of ["session/load", "session/resume"]) {
      await peer.ask(method, { ...setup({ env: { KEY: `by ${method}` } }), sessionId });
      await peer.ask("session/prompt", { sessionId, prompt });
      expect(await saidIn(sessionId)).toContain(`it is by ${method}`);
    }
    await peer.transport.close();
  });

  it("are refused for others, by the name of the field", async () => {
    const peer = await open(DRIVER_KEY);
    const created = await peer.ask("session/new", setup({ agent: "script" }));
    const sessionId = String(created["sessionId"]);
    for (const method of ["session/new", "session/load", "session/resume"]) {
      for (const [field, given] of Object.entries({ env: { env: { KEY: "x" } }, launch: { launch } })) {
        await expect(peer.ask(method, { ...setup(given), sessionId })).rejects.toMatchObject({
          code: -32602,
          message: `_meta.parley.${field}: Passing environment variables or a command requires the scope admin, which the key driver does not have`,
          data: { code: "forbidden" },
        });
      }
    }
    await peer.transport.close();
  });

  it("are refused with the name of a variable, and never its value", async () => {
    const peer = await open(server.token);
    await expect(peer.ask("session/new", setup({ env: { PARLEY_GUARD_OF: "secret" } }))).rejects.toMatchObject({
      code: -32602,
      message: "_meta.parley.env.PARLEY_GUARD_OF: must be left out: it is reserved for Parley itself",
      data: { code: "bad_input" },
    });
    await expect(peer.ask("session/new", setup({ launch: { args: [] } }))).rejects.toMatchObject({
      message: "_meta.parley.launch.command: must be the name or the path of a program",
    });
    await peer.transport.close();
  });
});

describe("in the native API", () => {
  const request = async (
    method: string,
    path: string,
    body: object,
    token = server.token,
  ): Promise<[number, object]> => {
    const headers = { authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await server.fetch(path, { method, headers, body: JSON.stringify(body) });
    return [answer.status, (await answer.json()) as object];
  };

  it("are taken from an admin, and replaced", async () => {
    const [status, session] = await request("POST", "/sessions", { launch, env: { KEY: "native" } });
    expect([status, session]).toMatchObject([201, { agent: "node" }]);
    expect(JSON.stringify(session)).not.toContain("native");
    const { id } = session as { id: string };
    const say = async (): Promise<string> => {
      const turn = await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text: "which?" }] });
      await server.hub.turns.ended(turn.id);
      return saidIn(id);
    };
    expect(await say()).toContain("it is native");
    expect((await request("PUT", `/sessions/${id}/launch`, { env: { KEY: "replaced" } }))[0]).toBe(200);
    expect(await say()).toContain("it is replaced");
  });

  it("are refused for others, and with what is wrong", async () => {
    const { id } = await server.hub.sessions.create({ agent: "script" });
    expect(await request("POST", "/sessions", { env: { KEY: "x" } }, DRIVER_KEY)).toMatchObject([
      403,
      { code: "forbidden", field: "env" },
    ]);
    expect(await request("POST", "/sessions", { launch }, DRIVER_KEY)).toMatchObject([403, { field: "launch" }]);
    expect((await request("PUT", `/sessions/${id}/launch`, { env: {} }, DRIVER_KEY))[0]).toBe(403);
    expect(await request("POST", "/sessions", { env: { LD_PRELOAD: "x" } })).toMatchObject([
      400,
      { field: "env.LD_PRELOAD", message: expect.stringContaining("how programs are loaded") as string },
    ]);
    expect(await request("POST", "/sessions", { launch, agent: "script" })).toMatchObject([400, { field: "agent" }]);
  });
});
