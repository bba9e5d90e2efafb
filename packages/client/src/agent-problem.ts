// What went wrong on the way and was lived through: the connection's problems, and those of this package.
import type { ConnectionProblem } from "@parley/acp";

export type AgentProblem =
  | ConnectionProblem
  /** The agent answered with a version that it then does not speak; it is served as version 1. */
  | { readonly kind: "version_echo"; readonly version: number }
  /** Something for a session that is not open; a request was refused. */
  | { readonly kind: "unknown_session"; readonly method: string; readonly sessionId: string }
  /** Said once of a connection: the agent names no session, so it can only have one. */
  | { readonly kind: "session_omitted" }
  /** More came for a session before the agent had named it than is kept. */
  | { readonly kind: "held_overflow"; readonly method: string; readonly sessionId: string }
  /** The log of a session could not be written; the session goes on. */
  | { readonly kind: "log_failed"; readonly sessionId: string; readonly cause: unknown }
  /** A request whose failure changes nothing. */
  | { readonly kind: "request_failed"; readonly method: string; readonly cause: unknown }
  /** Somebody who listens threw. */
  | { readonly kind: "listener_failed"; readonly cause: unknown }
  /** A feature threw outside of a request. */
  | { readonly kind: "feature_failed"; readonly feature: string; readonly cause: unknown }
  /** The agent's list of sessions goes on for ever, or in circles; what was read is given out. */
  | { readonly kind: "endless_list"; readonly sessions: number }
  /** Processes of the agent that could not be ended. */
  | { readonly kind: "survivors"; readonly pids: readonly number[] };

export type ReportProblem = (problem: AgentProblem) => void;
