// Limits on MCP servers. Tests may lower them.

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export interface McpLimits {
  /** Time to start a server, including `initialize` and the first listing of its tools, prompts and resources. */
  readonly startMs: number;
  /** Time to list its tools, prompts and resources again. */
  readonly listMs: number;
  /** A tool call times out after this long without a result or a progress notification. */
  readonly callMs: number;
  /** Total time for a tool call, however much progress it reports. */
  readonly callTotalMs: number;
  /** Time to return a prompt or a resource. */
  readonly readMs: number;
  /** Time to answer a ping. */
  readonly pingMs: number;
  /** Time to exit cleanly before the process is killed. */
  readonly closeMs: number;
  /** Consecutive attempts to reconnect to a lost server. */
  readonly reconnectAttemptsMax: number;
  /** Delay before the first attempt; it doubles with each further one. */
  readonly reconnectDelayMs: number;
  readonly reconnectDelayMsMax: number;
  /** A server that stayed connected for this long gets all its attempts again. */
  readonly stableMs: number;
  /** List changes are collected for this long before the lists are read again. */
  readonly listChangeMs: number;
  /** Progress is shown at most this often. */
  readonly progressMs: number;
  readonly listPagesMax: number;
  readonly toolsMax: number;
  readonly promptsMax: number;
  readonly resourcesMax: number;
  /** Size of one message from a server; a larger one is skipped. */
  readonly messageBytesMax: number;
  /** Unsent data for a server that does not read; the server is disconnected when it exceeds this. */
  readonly outboundBytesMax: number;
  /** Total text of a tool result, a prompt or a resource. */
  readonly resultCharsMax: number;
  readonly resultImagesMax: number;
  /** Length of one image or file in base64. */
  readonly resultDataCharsMax: number;
}

export const defaultMcpLimits: McpLimits = {
  startMs: 30 * SECOND,
  listMs: 30 * SECOND,
  callMs: 10 * MINUTE,
  callTotalMs: 120 * MINUTE,
  readMs: MINUTE,
  pingMs: 5 * SECOND,
  closeMs: 3 * SECOND,
  reconnectAttemptsMax: 5,
  reconnectDelayMs: SECOND,
  reconnectDelayMsMax: 30 * SECOND,
  stableMs: MINUTE,
  listChangeMs: 100,
  progressMs: 100,
  listPagesMax: 64,
  toolsMax: 512,
  promptsMax: 256,
  resourcesMax: 1024,
  messageBytesMax: 32 * MIB,
  outboundBytesMax: 32 * MIB,
  resultCharsMax: 100_000,
  resultImagesMax: 16,
  resultDataCharsMax: 8 * MIB,
};

/** Time for a local server to exit on its own once its stdin is closed. */
export const STDIN_CLOSED_GRACE_MS = 500;
/** Time to wait for the exit status of a server after its output has ended. */
export const EXIT_GRACE_MS: number = SECOND;
/** End of stderr that is kept. */
export const STDERR_BYTES_MAX: number = 16 * KIB;
/** Length that providers accept for the name of a tool. */
export const TOOL_NAME_CHARS_MAX = 64;
/** Length of the server part of a tool name. */
export const SERVER_SLUG_CHARS_MAX = 28;
/** Tools whose assigned names are remembered, so that they stay the same. */
export const REMEMBERED_NAMES_MAX = 4 * KIB;
export const DESCRIPTION_CHARS_MAX: number = 8 * KIB;
/** Length of a server's own instructions for the model. */
export const INSTRUCTIONS_CHARS_MAX: number = 4 * KIB;
/** A longer schema would fill too much of the model's window. */
export const SCHEMA_CHARS_MAX: number = 64 * KIB;
/** Length of an error in a notice or a result. */
export const REASON_CHARS_MAX = 1_500;
export const REASON_HEAD_CHARS = 300;
/** Warnings about the tools of a server that are shown together. */
export const REMARKS_MAX = 5;
/** Longest delay before the lists of a server that keeps changing are read again. */
export const LIST_CHANGE_MS_MAX: number = 10 * SECOND;
/** Pause between two pings to a server that may be lost. */
export const DOUBT_PAUSE_MS = 500;
/** A failed call waits this long to learn whether the connection was lost. */
export const LOSS_GRACE_MS = 250;
/** A shorter value is not treated as a secret, because redacting it would make texts unreadable. */
export const SECRET_CHARS_MIN = 6;
/** Length of the title that a server gives a tool, on one line. */
export const TITLE_CHARS_MAX = 100;
/** Length of the input of a call shown to the user. */
export const SHOWN_INPUT_CHARS_MAX: number = 4 * KIB;
/** Resources in a list shown to the user. */
export const SAID_RESOURCES_MAX = 50;
/** Error code that stands in for a response that was lost or too long. */
export const LOST_ANSWER_CODE = -32_000;
