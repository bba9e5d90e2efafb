// The four protocols of the server behind one small interface, so that a test can say the same thing over each of them.
import { client as acpClient } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { WebSocket } from "ws";
import type { Served } from "./served.ts";

export interface Begun {
  readonly sessionId: string;
  readonly turnId: string;
}

export type Choice = "allow_once" | "reject_once";

export interface Dialect {
  readonly name: string;
  /** Begins a turn in a new session and does not wait for its end. */
  begin(server: Served, agent: string, text: string, cwd: string): Promise<Begun>;
  /** Answers the open question of the turn. */
  answer(server: Served, begun: Begun, choice: Choice): Promise<void>;
  cancel(server: Served, begun: Begun): Promise<void>;
  /** How this protocol calls the state of the turn now. */
  state(server: Served, begun: Begun): Promise<string>;
  /** What `state` gives for a turn that was cancelled, one that completed, one that failed, and one that waits for an answer. */
  readonly words: Readonly<Record<"cancelled" | "completed" | "failed" | "awaiting", string>>;
}

/** Rejects with the status and the body of an error. */
export async function call<Answer>(server: Served, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json", "A2A-Version": "1.0" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

export interface NativeTurn {
  readonly id: string;
  readonly state: string;
  readonly stop_reason?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly interaction_id?: string;
}

export function readTurn(server: Served, turnId: string): Promise<NativeTurn> {
  return call(server, "GET", `/turns/${turnId}`);
}

/** Resolves when the turn is in one of the states. */
export async function reaches(server: Served, turnId: string, ...states: readonly string[]): Promise<NativeTurn> {
  for (;;) {
    const turn = await readTurn(server, turnId);
    if (states.includes(turn.state)) return turn;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface LoggedEvent {
  readonly seq: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

export async function readLog(server: Served, sessionId: string): Promise<readonly LoggedEvent[]> {
  const response = await server.fetch(`/sessions/${sessionId}/export`);
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as LoggedEvent).filter(({ seq }) => seq !== undefined);
}

async function createSession(server: Served, agent: string, cwd: string): Promise<string> {
  const { session_id, id } = await call<{ session_id?: string; id?: string }>(server, "POST", "/sessions", {
    agent,
    working_dir: cwd,
  });
  return session_id ?? id ?? "";
}

const native: Dialect = {
  name: "native",
  words: { cancelled: "cancelled", completed: "completed", failed: "failed", awaiting: "awaiting" },
  begin: async (server, agent, text, cwd) => {
    const sessionId = await createSession(server, agent, cwd);
    const body = { user_message: text };
    const { turn_id } = await call<{ turn_id: string }>(server, "POST", `/sessions/${sessionId}/reply`, body);
    return { sessionId, turnId: turn_id };
  },
  answer: async (server, { turnId }, choice) => {
    const { interaction_id: id } = await readTurn(server, turnId);
    const action = choice === "allow_once" ? choice : "deny_once";
    await call(server, "POST", "/action-required/tool-confirmation", { id, action });
  },
  cancel: async (server, { sessionId, turnId }) =>
    void (await call(server, "POST", `/sessions/${sessionId}/cancel`, { request_id: turnId })),
  state: async (server, { turnId }) => (await readTurn(server, turnId)).state,
};

interface Run {
  readonly run_id: string;
  readonly session_id: string;
  readonly status: string;
}

const acpRest: Dialect = {
  name: "acp-rest",
  words: { cancelled: "cancelled", completed: "completed", failed: "failed", awaiting: "awaiting" },
  begin: async (server, agent, text, cwd) => {
    const session_id = await createSession(server, agent, cwd);
    const input = [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];
    const run = await call<Run>(server, "POST", "/runs", { agent_name: agent, mode: "async", session_id, input });
    return { sessionId: session_id, turnId: run.run_id };
  },
  answer: async (server, { turnId }, choice) => {
    const message = { role: "user", parts: [{ content_type: "text/plain", content: choice }] };
    const await_resume = { type: "message", message };
    await call(server, "POST", `/runs/${turnId}`, { run_id: turnId, mode: "async", await_resume });
  },
  cancel: async (server, { turnId }) => void (await call(server, "POST", `/runs/${turnId}/cancel`)),
  state: async (server, { turnId }) => (await call<Run>(server, "GET", `/runs/${turnId}`)).status,
};

async function a2aCall<Result>(server: Served, method: string, params: object): Promise<Result> {
  const { result, error } = await call<{ result?: Result; error?: unknown }>(server, "POST", "/a2a", {
    jsonrpc: "2.0",
    id: 1,
    method,
    params,
  });
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result as Result;
}

interface Task {
  readonly id: string;
  readonly status: { readonly state: string; readonly message?: unknown };
}

function toMessage(text: string, more: object): object {
  return { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more };
}

const a2a: Dialect = {
  name: "a2a",
  words: {
    cancelled: "TASK_STATE_CANCELED",
    completed: "TASK_STATE_COMPLETED",
    failed: "TASK_STATE_FAILED",
    awaiting: "TASK_STATE_INPUT_REQUIRED",
  },
  begin: async (server, agent, text, cwd) => {
    const contextId = await createSession(server, agent, cwd);
    const { task } = await a2aCall<{ task: Task }>(server, "SendMessage", {
      message: toMessage(text, { contextId }),
      configuration: { returnImmediately: true },
    });
    return { sessionId: contextId, turnId: task.id };
  },
  answer: async (server, { sessionId, turnId }, choice) => {
    const text = choice === "allow_once" ? "yes" : "no";
    await a2aCall(server, "SendMessage", {
      message: toMessage(text, { taskId: turnId, contextId: sessionId }),
      configuration: { returnImmediately: true },
    });
  },
  cancel: async (server, { turnId }) => void (await a2aCall(server, "CancelTask", { id: turnId })),
  state: async (server, { turnId }) => (await a2aCall<Task>(server, "GetTask", { id: turnId })).status.state,
};

type Outcome = { outcome: "selected"; optionId: string } | { outcome: "cancelled" };

/** Each call has its own connection, which receives an open question when it loads the session. */
async function withAcp<Result>(
  server: Served,
  use: (agent: ReturnType<typeof connect>["agent"]) => Promise<Result>,
  onAsked: OnAsked = () => new Promise(() => undefined),
): Promise<Result> {
  const connection = connect(server, onAsked);
  try {
    await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    return await use(connection.agent);
  } finally {
    connection.close();
  }
}

type OnAsked = (options: readonly { readonly kind: string; readonly optionId: string }[]) => Outcome | Promise<Outcome>;

function connect(server: Served, onAsked: OnAsked) {
  const app = acpClient({ name: "tests" })
    .onNotification("session/update", () => undefined)
    .onRequest("session/request_permission", async ({ params }) => ({ outcome: await onAsked(params.options) }));
  const headers = { authorization: `Bearer ${server.token}` };
  return app.connect(createWebSocketStream(`${server.url.replace("http", "ws")}/acp`, { WebSocket, headers }));
}

/** Opens a session with its agent, as an editor does that comes back to it. */
export function loadOverAcp(server: Served, sessionId: string, cwd: string): Promise<void> {
  return withAcp(server, async (connection) => {
    await connection.request("session/load", { sessionId, cwd, mcpServers: [] });
  });
}

const acp: Dialect = {
  name: "acp",
  // Only the connection that sent the prompt receives its stop reason; any other reads the turn.
  words: native.words,
  begin: (server, agent, text, cwd) =>
    withAcp(server, async (connection) => {
      const { sessionId } = await connection.request("session/new", { cwd, mcpServers: [], _meta: { agent } });
      // The connection goes away in mid-turn; the turn does not.
      connection.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }).catch(() => undefined);
      for (;;) {
        const { turns } = await call<{ turns: NativeTurn[] }>(server, "GET", `/turns?session_id=${sessionId}`);
        const [turn] = turns;
        if (turn !== undefined) return { sessionId, turnId: turn.id };
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }),
  answer: (server, { sessionId, turnId }, choice) =>
    withAcp(
      server,
      async (connection) => {
        await connection.request("session/load", { sessionId, cwd: "", mcpServers: [] });
        await reaches(server, turnId, "in_progress", "completed", "failed", "cancelled");
      },
      (options) => ({ outcome: "selected", optionId: options.find(({ kind }) => kind === choice)?.optionId ?? "" }),
    ),
  cancel: (server, { sessionId }) =>
    withAcp(server, async (connection) => {
      await connection.request("session/resume", { sessionId, cwd: "", mcpServers: [] });
      await connection.notify("session/cancel", { sessionId });
      await connection.request("session/list", {});
    }),
  state: (server, begun) => native.state(server, begun),
};

export const dialects: readonly Dialect[] = [native, acpRest, a2a, acp];
