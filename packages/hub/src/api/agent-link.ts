// A session as one agent serves it. A session of the client is one; a remote agent has its own.
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
  /** Methods of our own agent's. */
  readonly callExtension?: Session["callExtension"] | undefined;
  /** What was shown of it here, where somebody keeps that: it need not be read again. */
  readonly transcript?: Pick<Session["transcript"], "snapshot" | "trim"> | undefined;
}
