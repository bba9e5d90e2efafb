// Problems that the client recovered from: those of the connection, and those of this package.
import type { ConnectionProblem } from "@parley/acp";

export type AgentProblem =
  | ConnectionProblem
  /** The agent claimed a version that it does not speak; it is treated as version 1. */
  | { readonly kind: "version_echo"; readonly version: number }
  /** A message for a session that is not open; requests are refused. */
  | { readonly kind: "unknown_session"; readonly method: string; readonly sessionId: string }
  /** Reported once per connection: the agent omits session ids, so it can have only one session. */
  | { readonly kind: "session_omitted" }
  /** More messages arrived for a session that the agent had not named yet than are kept. */
  | { readonly kind: "held_overflow"; readonly method: string; readonly sessionId: string }
  /** The log of a session could not be written; the session continues. */
  | { readonly kind: "log_failed"; readonly sessionId: string; readonly cause: unknown }
  /** A request whose failure has no consequences. */
  | { readonly kind: "request_failed"; readonly method: string; readonly cause: unknown }
  /** A listener threw. */
  | { readonly kind: "listener_failed"; readonly cause: unknown }
  /** A feature threw outside of a request. */
  | { readonly kind: "feature_failed"; readonly feature: string; readonly cause: unknown }
  /** The agent's list of sessions is endless or circular; the part that was read is returned. */
  | { readonly kind: "endless_list"; readonly sessions: number }
  /** Processes of the agent that could not be ended. */
  | { readonly kind: "survivors"; readonly pids: readonly number[] };

export type ReportProblem = (problem: AgentProblem) => void;
