// One prompt to one agent over each of the server's protocols, as its own clients would send it.
import { client as acpClient, type ClientConnection } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { WebSocket } from "ws";
import type { Served } from "./served.ts";

interface Prompted {
  readonly agent?: string;
  readonly text: string;
  readonly cwd: string;
}

/** What the agent said. */
export type Prompting = (server: Served, prompt: Prompted) => Promise<string>;

export const DIALECTS: Readonly<Record<"acp" | "acp-rest" | "native" | "a2a", Prompting>> = {
  acp: promptAcp,
  "acp-rest": promptRest,
  native: promptNative,
  a2a: promptA2a,
};

/** The answer as text; throws what the server said if the status is not a success. */
export async function call({ url, token }: Served, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "a2a-version": "1.0" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

export async function callJson<Answer>(server: Served, method: string, path: string, body?: object): Promise<Answer> {
  return JSON.parse(await call(server, method, path, body)) as Answer;
}

/** A frame of the native API. */
export interface Frame {
  readonly type: string;
  readonly error?: string;
  readonly message?: { readonly role: string; readonly content: readonly { readonly text?: string }[] };
  readonly [field: string]: unknown;
}

/** The frames of a stream of server-sent events. */
export function readFrames(stream: string): readonly Frame[] {
  return stream.split("\n").flatMap((line) => (line.startsWith("data:") ? [JSON.parse(line.slice(5)) as Frame] : []));
}

export interface AcpClient extends Disposable {
  readonly connection: ClientConnection;
  /** Every update, in the order of the wire. */
  readonly updates: Record<string, unknown>[];
  said(): string;
}

export async function connectAcp({ url, token }: Served): Promise<AcpClient> {
  const updates: Record<string, unknown>[] = [];
  const app = acpClient({ name: "tests" }).onNotification("session/update", ({ params: { update } }) => {
    updates.push({ ...update });
  });
  const headers = { authorization: `Bearer ${token}` };
  const stream = createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers });
  const connection = app.connect(stream);
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const said = (): string =>
    updates
      .filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk")
      .map(({ content }) => (content as { text?: string }).text ?? "")
      .join("");
  return { connection, updates, said, [Symbol.dispose]: () => connection.close() };
}

async function promptAcp(server: Served, { agent, text, cwd }: Prompted): Promise<string> {
  using peer = await connectAcp(server);
  const { sessionId } = await peer.connection.agent.request("session/new", {
    cwd,
    mcpServers: [],
    ...(agent !== undefined && { _meta: { parley: { agent } } }),
  });
  await peer.connection.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  return peer.said();
}

async function promptRest(server: Served, { agent, text }: Prompted): Promise<string> {
  const run = await callJson<{
    readonly status: string;
    readonly error?: unknown;
    readonly output: readonly { readonly parts: readonly { readonly content?: string }[] }[];
  }>(server, "POST", "/runs", {
    agent_name: agent ?? "auto",
    input: [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }],
    mode: "sync",
  });
  if (run.status !== "completed") throw new Error(`The run is ${run.status}: ${JSON.stringify(run.error)}`);
  return run.output.flatMap(({ parts }) => parts.map(({ content = "" }) => content)).join("");
}

async function promptNative(server: Served, { agent, text, cwd }: Prompted): Promise<string> {
  const body = { user_message: text, working_dir: cwd, ...(agent !== undefined && { agent }) };
  const frames = readFrames(await call(server, "POST", "/reply", body));
  const failed = frames.find(({ type }) => type === "Error");
  if (failed !== undefined) throw new Error(failed.error);
  const parts = frames.flatMap(({ message }) => (message?.role === "assistant" ? message.content : []));
  return parts.map(({ text: said = "" }) => said).join("");
}

async function promptA2a(server: Served, { agent, text, cwd }: Prompted): Promise<string> {
  const { task } = await callJson<{
    readonly task: {
      readonly status: { readonly state: string; readonly message?: unknown };
      readonly artifacts?: readonly { readonly parts: readonly { readonly text?: string }[] }[];
    };
  }>(server, "POST", agent === undefined ? "/message:send" : `/a2a/agents/${agent}/v1/message:send`, {
    message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] },
    metadata: { cwd },
  });
  const { status, artifacts = [] } = task;
  if (status.state !== "TASK_STATE_COMPLETED") throw new Error(`${status.state}: ${JSON.stringify(status.message)}`);
  return artifacts.flatMap(({ parts }) => parts.map(({ text: said = "" }) => said)).join("");
}
