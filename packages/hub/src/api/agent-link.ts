// An agent's session, of the client or of a remote agent.
import type { Session } from "@parley/client";

export interface AgentLink extends Pick<
  Session,
  | "agentSessionId"
  | "choices"
  | "commands"
  | "prompt"
  | "cancel"
  | "setMode"
  | "setModel"
  | "setConfigOption"
  | "record"
  | "close"
> {
  /** Extension methods of our own agent. */
  readonly callExtension?: Session["callExtension"] | undefined;
  /** Its transcript, if it has one, which need not be read from the log again. */
  readonly transcript?: Pick<Session["transcript"], "snapshot" | "trim"> | undefined;
}
