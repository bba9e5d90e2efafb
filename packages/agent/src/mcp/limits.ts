// Every limit of MCP servers, with its name. A test may make them smaller.

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export interface McpLimits {
  /** From nothing to a server that has answered `initialize` and said what it offers. */
  readonly startMs: number;
  /** To say again what it offers. */
  readonly listMs: number;
  /** A tool call that says nothing for this long is given up; progress counts as saying something. */
  readonly callMs: number;
  /** A tool call as a whole, however much progress it tells of. */
  readonly callTotalMs: number;
  /** To give a prompt or a resource. */
  readonly readMs: number;
  /** To say that it is still there. */
  readonly pingMs: number;
  /** To end in good order; what is left after it is killed. */
  readonly closeMs: number;
  /** Tries in a row to get a lost server back. */
  readonly reconnectAttemptsMax: number;
  /** Before the first try; twice as long before each further one. */
  readonly reconnectDelayMs: number;
  readonly reconnectDelayMsMax: number;
  /** A server that was there for this long has all its tries again. */
  readonly stableMs: number;
  /** Changes of what a server offers are collected for this long. */
  readonly listChangeMs: number;
  /** Progress is shown at most this often. */
  readonly progressMs: number;
  readonly listPagesMax: number;
  readonly toolsMax: number;
  readonly promptsMax: number;
  readonly resourcesMax: number;
  /** One message of a server. A longer one is skipped. */
  readonly messageBytesMax: number;
  /** What waits for a server that does not read; past it the server is given up. */
  readonly outboundBytesMax: number;
  /** What a tool, a prompt or a resource may give: the text of it all together. */
  readonly resultCharsMax: number;
  readonly resultImagesMax: number;
  /** Of one image or file, in base64. */
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

/** Of the two times that closing a server of ours takes: to end by itself once its input is closed. */
export const STDIN_CLOSED_GRACE_MS = 500;
/** After the end of its output a server is waited for this long, to say how it ended. */
export const EXIT_GRACE_MS: number = SECOND;
/** What is kept of the end of stderr. */
export const STDERR_BYTES_MAX: number = 16 * KIB;
/** What providers accept as the name of a tool. */
export const TOOL_NAME_CHARS_MAX = 64;
/** Of the part of it that names the server. */
export const SERVER_SLUG_CHARS_MAX = 28;
/** Names of tools that were seen once and keep what they are called. */
export const REMEMBERED_NAMES_MAX = 4 * KIB;
export const DESCRIPTION_CHARS_MAX: number = 8 * KIB;
/** What a server may say to models of itself. */
export const INSTRUCTIONS_CHARS_MAX: number = 4 * KIB;
/** A longer schema would leave a model little room for anything else. */
export const SCHEMA_CHARS_MAX: number = 64 * KIB;
/** What a notice or a result says of an error. */
export const REASON_CHARS_MAX = 1_500;
export const REASON_HEAD_CHARS = 300;
/** Remarks on what a server offers that are told at once. */
export const REMARKS_MAX = 5;
/** A server that tells of changes all the time is asked ever less often, down to this. */
export const LIST_CHANGE_MS_MAX: number = 10 * SECOND;
/** Between two questions to a server whether it is still there. */
export const DOUBT_PAUSE_MS = 500;
/** A call that fails waits this long for the news that the server is gone. */
export const LOSS_GRACE_MS = 250;
/** A shorter value is no secret, and taking it out would make any text unreadable. */
export const SECRET_CHARS_MIN = 6;
/** Of the name that a server gives a tool, on one line. */
export const TITLE_CHARS_MAX = 100;
/** What a person sees of the input of a call. */
export const SHOWN_INPUT_CHARS_MAX: number = 4 * KIB;
/** What a list that is said to a person holds at most. */
export const SAID_RESOURCES_MAX = 50;
/** The code of errors that we make up in place of an answer that did not come, or was too long. */
export const LOST_ANSWER_CODE = -32_000;
