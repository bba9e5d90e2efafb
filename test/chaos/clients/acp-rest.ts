// A client of the REST protocol.
import { FINAL } from "../check/read-log.ts";
import type { FinalState } from "../record.ts";
import type { ChaosClient } from "./chaos-client.ts";
import { createSession, lookAtTurn } from "./native.ts";
import { request } from "./request.ts";

interface Run {
  readonly run_id: string;
  readonly status: string;
}

export const acpRest: ChaosClient = {
  createSession,
  async prompt(node, { sessionId, text, key }) {
    const input = [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];
    // Half of them wait for the outcome.
    const mode = Number.parseInt(key.slice(0, 1), 16) % 2 === 0 ? "sync" : "async";
    const body = { agent_name: "script", mode, session_id: sessionId, input };
    const { run_id: turnId, status } = await request<Run>(node, "POST", "/runs", { body, key });
    return { turnId, ...(FINAL.has(status) && { end: status as FinalState }) };
  },
  async look(node, turnId) {
    const { status } = await request<Run>(node, "GET", `/runs/${turnId}`);
    if (FINAL.has(status)) return { end: status as FinalState };
    return status === "awaiting" ? lookAtTurn(node, turnId) : {};
  },
  async answer(node, { turnId }, isAllowed) {
    const content = isAllowed ? "allow_once" : "reject_once";
    const message = { role: "user", parts: [{ content_type: "text/plain", content }] };
    const body = { run_id: turnId, mode: "async", await_resume: { type: "message", message } };
    await request(node, "POST", `/runs/${turnId}`, { body });
  },
  async cancel(node, _, turnId) {
    await request(node, "POST", `/runs/${turnId}/cancel`);
  },
  async [Symbol.asyncDispose]() {},
};
