// A key that may drive agents brings no programs of its own, whichever way it comes; the same requests with the token do.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "../dialects/acp/testing/acp-peer.ts";

const DRIVER_KEY = "a-key-for-those-who-prompt";
const hash = createHash("sha256").update(DRIVER_KEY).digest("hex");

let server: TestServer;
/** The program leaves it behind when it is run. */
let trace: string;
const program = () => ({ name: "intruder", command: "/usr/bin/touch", args: [trace], env: [] });

beforeAll(async () => {
  server = await openTestServer({ keys: [{ name: "driver", hash, scopes: ["drive"] }] });
  trace = join(server.folder, "was-run");
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(TRANSPORTS)("over ACP by %s", (_, connect) => {
  const open = async (token: string): Promise<AcpPeer> => createAcpPeer(await connect({ url: server.url, token }));
  const start = async (peer: AcpPeer, mcpServers: readonly unknown[] = []): Promise<string> => {
    const params = { cwd: server.folder, mcpServers, _meta: { parley: { agent: "script" } } };
    return String((await peer.ask("session/new", params))["sessionId"]);
  };

  it.each(["session/new", "session/load", "session/resume", "session/fork"])(
    "refuses MCP servers in %s",
    async (method) => {
      const peer = await open(DRIVER_KEY);
      const sessionId = await start(peer);
      await peer.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "say hello" }] });
      const count = (await server.hub.sessions.list({})).sessions.length;
      for (const mcpServers of [[program()], [{ type: "http", name: "far", url: "http://127.0.0.1:1", headers: [] }]]) {
        await expect(peer.ask(method, { sessionId, cwd: server.folder, mcpServers })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining("mcpServers: Adding MCP servers requires the scope admin") as string,
          data: { code: "forbidden", field: "mcpServers" },
        });
      }
      const { sessions } = await server.hub.sessions.list({});
      expect(sessions).toHaveLength(count);
      expect(sessions.flatMap(({ extensions }) => extensions)).toEqual([]);
      expect(existsSync(trace)).toBe(false);
      await peer.transport.close();
    },
  );

  it("refuses them under the field names of older clients", async () => {
    const peer = await open(DRIVER_KEY);
    const params = { cwd: server.folder, mcp_servers: [program()], agent: "script" };
    await expect(peer.ask("new_session", params)).rejects.toMatchObject({ code: -32602 });
    await peer.transport.close();
  });

  it("accepts them with the token", async () => {
    const peer = await open(server.token);
    const sessionId = await start(peer, [program()]);
    expect((await server.hub.sessions.get(sessionId)).extensions).toMatchObject([{ name: "intruder" }]);
    await server.hub.sessions.delete(sessionId);
    await peer.transport.close();
  });
});

it("does not let a caller use the connection of a caller with more rights", async () => {
  const headers = { "Content-Type": "application/json" };
  const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } };
  const opened = await server.fetch("/acp", { method: "POST", headers, body: JSON.stringify(hello) });
  const id = opened.headers.get("acp-connection-id") ?? "";
  const asked = { jsonrpc: "2.0", id: 2, method: "session/list", params: {} };
  const post = (authorization: string) =>
    fetch(`${server.url}/acp`, {
      method: "POST",
      headers: { ...headers, authorization, "Acp-Connection-Id": id },
      body: JSON.stringify(asked),
    });
  expect((await post(`Bearer ${DRIVER_KEY}`)).status).toBe(404);
  expect((await post(`Bearer ${server.token}`)).status).toBe(202);
});

it.each([
  ["/sessions", () => ({ extensions: [{ server: program() }] }), 403],
  ["/recipes", () => ({ version: "1.0.0", title: "A", description: "B", prompt: "C", extensions: [program()] }), 403],
  ["/agent/extensions", () => ({ session_id: "x", server: program() }), 403],
  ["/agent/entries/script/extensions", () => ({ server: program() }), 403],
  ["/agent/slots/developer/extensions", () => ({ server: program() }), 403],
  ["/agent/remotes", () => ({ url: "http://127.0.0.1:1" }), 403],
])("refuses programs at POST %s", async (path, body, status) => {
  const headers = { authorization: `Bearer ${DRIVER_KEY}`, "Content-Type": "application/json" };
  const answer = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body()) });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code: "forbidden" }]);
});
