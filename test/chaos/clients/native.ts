// A client of the native API.
import type { NativeTurn } from "../../e2e/serve/dialects.ts";
import { FINAL } from "../check/read-log.ts";
import type { FinalState } from "../record.ts";
import type { ChaosClient, TurnState } from "./chaos-client.ts";
import { request, type Reachable } from "./request.ts";

export const native: ChaosClient = {
  createSession,
  async prompt(node, { sessionId, text, key }) {
    // Whatever leaves a witness may do so without being asked about.
    const body = { user_message: text, ...(text.startsWith("run ") && { approve: "all" }) };
    const path = `/sessions/${sessionId}/reply`;
    const { turn_id: turnId } = await request<{ turn_id: string }>(node, "POST", path, { body, key });
    return { turnId };
  },
  look: lookAtTurn,
  async answer(node, { interactionId }, isAllowed) {
    const body = { action: isAllowed ? "allow_once" : "deny_once" };
    await request(node, "POST", `/interactions/${interactionId}`, { body });
  },
  async cancel(node, sessionId, turnId) {
    await request(node, "POST", `/sessions/${sessionId}/cancel`, { body: { request_id: turnId } });
  },
  async [Symbol.asyncDispose]() {},
};

export async function createSession(node: Reachable, cwd: string): Promise<string> {
  const body = { agent: "script", working_dir: cwd };
  return (await request<{ id: string }>(node, "POST", "/sessions", { body })).id;
}

export async function lookAtTurn(node: Reachable, turnId: string): Promise<TurnState> {
  const { state, interaction_id: interactionId } = await request<NativeTurn>(node, "GET", `/turns/${turnId}`);
  return FINAL.has(state) ? { end: state as FinalState } : { interactionId };
}
