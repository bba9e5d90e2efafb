// Requests a session whose id is in the response.
import type { AgentRun } from "../connection/agent-run.ts";
import type { SessionMailbox } from "../connection/session-mailbox.ts";
import type { SessionState } from "./choices.ts";
import type { SetupParams } from "./setup-params.ts";
import { ParleyError } from "@parley/base";

export interface MadeSession {
  /** Holds messages for the session until it is opened. */
  readonly mailbox: SessionMailbox;
  readonly state: SessionState;
}

export async function requestSession(
  run: AgentRun,
  method: "session/new" | "session/fork",
  params: SetupParams & { readonly sessionId?: string },
  timeoutMs: number,
): Promise<MadeSession> {
  const expected = run.router.expectSession();
  let made: MadeSession | undefined;
  const onResult = ({ sessionId, ...state }: SessionState & { readonly sessionId: string }): void => {
    made = { mailbox: run.router.claim(sessionId), state };
  };
  try {
    const { sessionId = "", ...rest } = params;
    if (method === "session/new") await run.request(method, rest, { timeoutMs, onResult });
    else await run.request(method, { sessionId, ...rest }, { timeoutMs, onResult });
  } finally {
    expected();
  }
  if (made === undefined) throw new ParleyError({ code: "invalid_message", message: `${method} returned no session` });
  return made;
}
