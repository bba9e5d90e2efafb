// The base class of every error that does not cross the wire. docs/errors.md lists the codes.

/** What the user can do about an error: a label, and the command to run or the page to open. */
export interface Remedy {
  readonly label: string;
  readonly command?: string;
  readonly url?: string;
}

/** Closed list; docs/errors.md explains each one, and a test holds the two together. */
export const ERROR_CODES = [
  "agent_busy",
  "agent_crashed",
  "agent_disabled",
  "agent_install_failed",
  "agent_not_found",
  "agent_spawn_failed",
  "agent_version",
  "answer_lost",
  "bad_config",
  "bad_input",
  "capability_missing",
  "connection_closed",
  "connection_failed",
  "connection_overflow",
  "disk_full",
  "file_denied",
  "file_exists",
  "file_failed",
  "file_is_binary",
  "file_is_directory",
  "file_is_special",
  "file_not_found",
  "file_outside",
  "file_path_invalid",
  "file_too_large",
  "folder_unavailable",
  "forbidden",
  "idempotency_conflict",
  "interaction_not_found",
  "interaction_over",
  "invalid_event",
  "invalid_message",
  "job_not_found",
  "limit_reached",
  "message_too_large",
  "node_not_found",
  "not_initialized",
  "plan_failed",
  "policy_denied",
  "process_cwd_missing",
  "process_exited",
  "process_failed",
  "process_not_executable",
  "process_not_found",
  "question_expired",
  "recipe_not_found",
  "registry_unavailable",
  "request_cancelled",
  "request_timeout",
  "sandbox_unavailable",
  "server_draining",
  "server_not_found",
  "session_busy",
  "session_exists",
  "session_lost",
  "session_not_found",
  "sign_in_needed",
  "snapshot_damaged",
  "snapshot_not_found",
  "store_failed",
  "store_locked",
  "terminal_gone",
  "terminal_not_found",
  "turn_not_found",
  "turn_over",
  "turn_state",
  "usage",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy?: Remedy;
  readonly cause?: unknown;
}

export class ParleyError extends Error {
  readonly code: ErrorCode;
  readonly remedy: Remedy | undefined;

  constructor(fields: ErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "ParleyError";
    this.code = fields.code;
    this.remedy = fields.remedy;
  }
}
