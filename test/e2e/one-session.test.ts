// One session on every protocol: begun over ACP, answered over ACP-REST, read over the native API, followed over A2A, handed to
// another agent, and taken up again after a restart of the server.
import { client as acpClient, type ClientConnection } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { createRequire } from "node:module";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openPlace, type Place, type Running } from "./run-parley.ts";

interface Served {
  readonly url: string;
  readonly token: string;
  readonly running: Running;
}

/** The npm client of ACP-REST loads by `require` only, whatever conditions the tests run with. */
const load = createRequire(import.meta.url);
const { Client: RestClient } = load(join(load.resolve("acp-sdk/package.json"), "../dist/index.cjs")) as {
  Client: new (options: { baseUrl: string; fetch: typeof fetch }) => RestPeer;
};

interface RestPeer {
  runStatus(runId: string): Promise<{ status: string; await_request: unknown }>;
  runResumeSync(runId: string, resume: unknown): Promise<{ status: string; output: unknown }>;
}

async function serve(place: Place): Promise<Served> {
  const running = place.start(["serve", "--port", "0", "--json"], { keepsInputOpen: true });
  const ready = once(createInterface({ input: running.child.stdout }), "line") as Promise<[string]>;
  const failed = running.ended.then(({ code, stderr }) => {
    throw new Error(`It ended with ${code}: ${stderr}`);
  });
  const [line] = await Promise.race([ready, failed]);
  return { ...(JSON.parse(line) as { url: string; token: string }), running };
}

async function end({ running }: Served): Promise<void> {
  running.child.kill("SIGTERM");
  await running.ended;
}

const toFetch =
  ({ token }: Served): typeof fetch =>
  (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };

async function call<Answer>(served: Served, method: string, path: string, body?: object): Promise<Answer> {
  const response = await toFetch(served)(`${served.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

interface AcpPeer {
  readonly connection: ClientConnection;
  readonly said: string[];
  /** Settles when it is asked for a permission, which it leaves to others. */
  readonly asked: Promise<void>;
}

async function connect(served: Served): Promise<AcpPeer> {
  const said: string[] = [];
  let tellAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const app = acpClient({ name: "tests" })
    .onNotification("session/update", ({ params: { update } }) => {
      if (update.sessionUpdate !== "agent_message_chunk" && update.sessionUpdate !== "user_message_chunk") return;
      if (update.content.type === "text") said.push(update.content.text);
    })
    .onRequest("session/request_permission", ({ signal }) => {
      tellAsked();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    });
  const url = `${served.url.replace("http", "ws")}/acp`;
  const headers = { authorization: `Bearer ${served.token}` };
  const connection = app.connect(createWebSocketStream(url, { WebSocket, headers }));
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  return { connection, said, asked };
}

describe("one session", () => {
  it("is the same on every protocol, with every agent, before and after a restart", { timeout: 120_000 }, async () => {
    await using place = await openPlace();
    const first = await serve(place);

    // Begun over ACP, with our own agent.
    const acp = await connect(first);
    const { sessionId } = await acp.connection.agent.request("session/new", {
      cwd: place.work,
      mcpServers: [],
      _meta: { agent: "backend" },
    });
    const prompted = acp.connection.agent.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: "run echo made > made.txt\nsay begun over ACP" }],
    });
    await acp.asked;

    // Answered over ACP-REST: the same turn is a run there.
    const { turns } = await call<{ turns: { id: string }[] }>(first, "GET", `/turns?session_id=${sessionId}`);
    const runId = turns[0]?.id ?? "";
    const rest = new RestClient({ baseUrl: first.url, fetch: toFetch(first) });
    expect((await rest.runStatus(runId)).status).toBe("awaiting");
    const resumed = await rest.runResumeSync(runId, {
      type: "message",
      message: { role: "user", parts: [{ content_type: "text/plain", content: "allow_once" }] },
    });
    expect(resumed.status).toBe("completed");
    expect(await prompted).toMatchObject({ stopReason: "end_turn" });
    expect(acp.said.join("")).toContain("begun over ACP");

    // Read over the native API.
    const read = await call<object>(first, "GET", `/sessions/${sessionId}`);
    expect(JSON.stringify(read)).toContain("begun over ACP");

    // Followed over A2A: the same turn is a task there, and the session a context.
    const task = await a2a(first, "GetTask", { id: runId });
    expect(task).toMatchObject({ id: runId, contextId: sessionId, status: { state: "TASK_STATE_COMPLETED" } });

    // Handed to another agent, which answers over ACP-REST; whoever follows over ACP hears it.
    await call(first, "POST", `/sessions/${sessionId}/handover`, { agent: "script" });
    const run = await call<{ status: string; output: unknown }>(first, "POST", "/runs", {
      agent_name: "script",
      session_id: sessionId,
      mode: "sync",
      input: [{ role: "user", parts: [{ content_type: "text/plain", content: "say handed over" }] }],
    });
    expect(run.status).toBe("completed");
    await expect.poll(() => acp.said.join("")).toContain("handed over");
    acp.connection.close();
    await end(first);

    // Taken up again after a restart: all of it is there, and it goes on.
    const second = await serve(place);
    const again = await connect(second);
    await again.connection.agent.request("session/load", { sessionId, cwd: place.work, mcpServers: [] });
    await expect.poll(() => again.said.join("|")).toMatch(/begun over ACP.*handed over/s);
    expect(
      await again.connection.agent.request("session/prompt", {
        sessionId,
        prompt: [{ type: "text", text: "say after the restart" }],
      }),
    ).toMatchObject({ stopReason: "end_turn" });
    expect(again.said.join("")).toContain("after the restart");
    again.connection.close();
    await end(second);
  });
});

async function a2a(served: Served, method: string, params: object): Promise<unknown> {
  const response = await toFetch(served)(`${served.url}/a2a`, {
    method: "POST",
    headers: { "content-type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
