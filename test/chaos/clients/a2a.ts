// A client of A2A, over JSON-RPC.
import type { FinalState } from "../record.ts";
import type { ChaosNode } from "../world/chaos-node.ts";
import type { ChaosClient } from "./chaos-client.ts";
import { createSession, lookAtTurn } from "./native.ts";
import { Refused, request } from "./request.ts";

const ENDS: Readonly<Record<string, FinalState>> = {
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELED: "cancelled",
};

interface Task {
  readonly id: string;
  readonly status: { readonly state: string };
}

async function call<Result>(node: ChaosNode, method: string, params: object): Promise<Result> {
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const { result, error } = await request<{ result?: Result; error?: unknown }>(node, "POST", "/a2a", { body });
  if (error !== undefined) throw new Refused(200, JSON.stringify(error));
  return result as Result;
}

export const a2a: ChaosClient = {
  createSession,
  async prompt(node, { sessionId, text, key }) {
    const message = { messageId: key, role: "ROLE_USER", parts: [{ text }], contextId: sessionId };
    const { task } = await call<{ task: Task }>(node, "SendMessage", {
      message,
      configuration: { returnImmediately: true },
    });
    return { turnId: task.id };
  },
  async look(node, turnId) {
    const { state } = (await call<Task>(node, "GetTask", { id: turnId })).status;
    if (ENDS[state] !== undefined) return { end: ENDS[state] };
    return state === "TASK_STATE_INPUT_REQUIRED" ? lookAtTurn(node, turnId) : {};
  },
  async answer(node, { sessionId, turnId }, isAllowed) {
    const parts = [{ text: isAllowed ? "yes" : "no" }];
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts, taskId: turnId, contextId: sessionId };
    await call(node, "SendMessage", { message, configuration: { returnImmediately: true } });
  },
  async cancel(node, _, turnId) {
    await call(node, "CancelTask", { id: turnId });
  },
  async [Symbol.asyncDispose]() {},
};
