// Every limit of the server and its dialects, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface ServerLimits {
  /** A larger body is refused with 413. */
  readonly bodyBytesMax: number;
  /** Bytes of bodies that are received and parsed at the same time. Beyond it requests are refused with 503. */
  readonly bodiesBytesMax: number;
  /** The same of one caller. Beyond it requests are refused with 429. */
  readonly bodiesBytesPerCallerMax: number;
  /** A body up to this size is small: it only counts against the server's total, part of which is reserved for small bodies. */
  readonly smallBodyBytesMax: number;
  readonly smallBodiesBytesReserved: number;
  /** A longer target (path and query) is refused with 414. */
  readonly urlBytesMax: number;
  /** Everything before the body; more is refused with 431. */
  readonly headBytesMax: number;
  /** How long a client may take to send the request head, and the whole request. Then the connection is closed. */
  readonly headMs: number;
  readonly requestMs: number;
  /** How often these two are checked. Often, since closing thousands of connections at once would delay other requests. */
  readonly headSweepMs: number;
  /** A connection whose client reads nothing for this long, although data is waiting, is closed. */
  readonly stalledMs: number;
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number;
  /** Beyond it, and beyond three quarters of the process's file limit, new connections are closed at once. */
  readonly connectionsMax: number;
  /** Connections without a valid key. Beyond it the one that has waited longest is closed. */
  readonly unknownConnectionsMax: number;
  readonly streamsMax: number;
  readonly webSocketsMax: number;
  /** Interval of keep-alive comments on event streams, so that proxies do not close them. */
  readonly streamKeepAliveMs: number;
  /** Unsent bytes of one connection above which its sender should pause. */
  readonly streamBytesHigh: number;
  /** A stream with more unsent bytes is closed at the next event. */
  readonly streamBytesMax: number;
  /** A stream whose buffer stays full for this long is closed. */
  readonly streamFullMs: number;
  /** How often all streams are checked. */
  readonly streamSweepMs: number;
  /** Of one caller. Generous: it only stops runaway clients. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  /** Unauthenticated requests of one address. */
  readonly refusalsPerSecond: number;
  readonly refusalsBurst: number;
  /** Callers and addresses whose rates are remembered. */
  readonly bucketsMax: number;
  /** How long the last connections may take to read their responses during shutdown. */
  readonly closeMs: number;
}

export const defaultLimits: ServerLimits = {
  bodyBytesMax: 16 * MIB,
  bodiesBytesMax: 96 * MIB,
  bodiesBytesPerCallerMax: 64 * MIB,
  smallBodyBytesMax: 64 * KIB,
  smallBodiesBytesReserved: 8 * MIB,
  urlBytesMax: 8 * KIB,
  headBytesMax: 32 * KIB,
  headMs: 15_000,
  requestMs: 120_000,
  headSweepMs: 100,
  stalledMs: 60_000,
  keepAliveMs: 65_000,
  connectionsMax: 20_000,
  unknownConnectionsMax: 8_000,
  streamsMax: 16_000,
  webSocketsMax: 4_000,
  streamKeepAliveMs: 15_000,
  streamBytesHigh: 64 * KIB,
  streamBytesMax: 8 * MIB,
  streamFullMs: 30_000,
  streamSweepMs: 1_000,
  requestsPerSecond: 50_000,
  requestsBurst: 100_000,
  refusalsPerSecond: 20,
  refusalsBurst: 200,
  bucketsMax: 10_000,
  closeMs: 2_000,
};

/** `Retry-After` while the server is shutting down or at a limit. */
export const RETRY_AFTER_SECONDS = 5;
/** The same while too many large bodies are being received, which is over soon. */
export const BUSY_RETRY_SECONDS = 1;
/** How much of an unknown path the error about it repeats. */
export const ECHOED_PATH_CHARS_MAX = 200;
/** Characters of a request's target in the log. */
export const LOGGED_TARGET_CHARS_MAX = 500;
/** Connections that the system queues while the server is busy: thousands may come at once. */
export const BACKLOG_CONNECTIONS_MAX = 4096;
/** How long a browser stays signed in. */
export const COOKIE_MAX_AGE_SECONDS: number = 30 * 24 * 60 * 60;
/** How long a browser may cache a CORS preflight response. */
export const PREFLIGHT_MAX_AGE_SECONDS = 600;
/** Default time for running turns to end during shutdown. */
export const DRAIN_GRACE_MS = 10_000;
/** How long a refused client may keep sending before its connection is closed. */
export const LINGER_MS = 2_000;
/** Share of the process's file limit that connections may use. */
export const FILES_SHARE = 0.75;
/** Idle time after which the system sends TCP keep-alive probes. */
export const PROBE_AFTER_MS = 60_000;

// ACP: /acp over HTTP and WebSocket.

export const ACP_CONNECTIONS_MAX = 4096;
/** Sessions that one connection follows at a time. */
export const ACP_SESSIONS_PER_CONNECTION_MAX = 256;
/** Streams of one HTTP connection. */
export const ACP_STREAMS_MAX = 1024;
export const ACP_SESSION_ID_CHARS_MAX = 1024;
export const ACP_MESSAGE_BYTES_MAX: number = 16 * MIB;
/** While more than this is unsent, no further events of a session are read from the log. */
export const ACP_BUFFERED_BYTES_HIGH: number = MIB;
/** A connection with more unsent bytes is closed. */
export const ACP_BUFFERED_BYTES_MAX: number = 64 * MIB;
/** Messages outside the log that are kept for a stream that reconnects. */
export const ACP_RETAINED_MESSAGES_MAX = 256;
export const ACP_RETAINED_BYTES_MAX: number = MIB;
/** Events read from the log at a time for a stream that resumes. */
export const ACP_REPLAY_PAGE_EVENTS = 500;
export const ACP_KEEP_ALIVE_MS = 15_000;
/** An HTTP connection without a reader, or a WebSocket that is not read, is closed after this time. */
export const ACP_UNREAD_MS_MAX = 60_000;
/** A WebSocket that has not sent `initialize` by then is closed. */
export const ACP_INITIALIZE_MS_MAX = 30_000;
/** How long the server waits for the closing handshake of its WebSockets. */
export const ACP_CLOSE_MS_MAX = 1_000;
/** A close frame has room for 123 bytes. */
export const ACP_CLOSE_REASON_BYTES_MAX = 120;
/** Maximum number of results of a search or of a page of events. */
export const ACP_PAGE_MAX = 1000;
/** Questions whose event was read from the log before the hub announced them. */
export const ACP_REACHED_QUESTIONS_MAX = 1000;
/** Requests to an HTTP client that are remembered until they are answered. */
export const ACP_UNANSWERED_MAX = 1000;
/** Prompts of a connection that are remembered, so that they are not echoed to it after it reconnects. */
export const ACP_OWN_PROMPTS_MAX = 1000;
/** How often a client is asked the same question if its answers are invalid. */
export const ACP_ASKS_MAX = 3;
/** Characters of stored lines in one `_parley/session/events` message; a longer line is a message of its own. */
export const ACP_EVENTS_MESSAGE_CHARS_MAX: number = 256 * KIB;
/** Changes in one `_parley/events` message. */
export const ACP_EVENTS_BATCH_MAX = 100;
/** Terminals of a session whose output is shown in tool calls, and how much of each. */
export const ACP_TERMINALS_MAX = 64;
export const ACP_TERMINAL_CHARS_MAX: number = 16 * KIB;

// ACP-REST: /agents, /runs and /session.

/** Defined by the protocol. */
export const REST_AGENTS_LIMIT_DEFAULT = 10;
export const REST_AGENTS_LIMIT_MAX = 1_000;
export const REST_MESSAGES_MAX = 1_000;
export const REST_PARTS_MAX = 1_000;
export const REST_KEY_CHARS_MAX = 256;
/** Characters of output that a run holds; the events and the log hold everything. */
export const REST_OUTPUT_CHARS_MAX: number = 32 * MIB;
/** Tool calls of a run whose names are remembered, for updates that leave them out. */
export const REST_TOOL_CALLS_MAX = 10_000;
/** Events of a run read from the log at a time. */
export const REST_PAGE_EVENTS = 1_000;
/** Runs whose output so far is cached, so that polling the status only reads what is new. */
export const REST_READ_RUNS_MAX = 64;
/** Longer output is not cached. */
export const REST_READ_RUN_CHARS_MAX: number = 256 * KIB;
/** Sessions for which the starting points of their turns are cached. */
export const REST_INDEXED_SESSIONS_MAX = 64;
/** Turns whose messages a session's history lists; of a longer session, the most recent ones. */
export const HISTORY_TURNS_MAX = 500;

// The native API. What a request may contain is limited by the contract.

/** Events on one page of a log, unless a client asks for another number. */
export const NATIVE_EVENTS_PAGE_DEFAULT = 500;
/** A conversation is made from this many of the most recent events; earlier ones are in the log. */
export const NATIVE_CONVERSATION_EVENTS_MAX = 20_000;
/** Tools and commands are looked for in this many of the most recent events. */
export const NATIVE_KNOWN_TOOLS_EVENTS_MAX = 5_000;
/** How far back the start of a message is searched for when a stream resumes in the middle of it. */
export const NATIVE_OPEN_MESSAGE_EVENTS_MAX = 5_000;
/** The same search starts with this many events. */
export const NATIVE_LOOK_BACK_EVENTS = 200;
/** Events read from the log at a time. */
export const NATIVE_READ_EVENTS = 1_000;
/** Turns that one cancellation reaches: the running one and the queued ones. */
export const NATIVE_CANCEL_TURNS_MAX = 100;

// A2A.

/** Events of a session that are queued for one reader of a task; reading of the log pauses beyond it. */
export const A2A_FOLLOW_EVENTS_MAX = 1000;
/** Events read from the log at a time. */
export const A2A_LOG_PAGE_EVENTS = 1000;
/** Events that a task is made from; a longer turn shows its first ones and is marked as truncated. */
export const A2A_TASK_EVENTS_MAX = 100_000;
/** Characters of text in one task; a longer one is marked as truncated. */
export const A2A_TASK_CHARS_MAX: number = 8 * MIB;
export const A2A_LIST_PAGE_DEFAULT = 50;
export const A2A_LIST_PAGE_MAX = 100;
/** The total of a list stops counting here. */
export const A2A_LIST_COUNT_MAX = 5000;
export const A2A_LIST_COUNT_PAGE = 500;
/** Push configurations of one task. */
export const A2A_PUSH_CONFIGS_MAX = 16;
/** Tasks whose events are pushed at the same time; others wait. */
export const A2A_PUSH_TASKS_MAX = 256;
/** Waits between the attempts to deliver a notification. */
export const A2A_PUSH_RETRY_DELAYS_MS: readonly number[] = [500, 2000, 8000];
/** How long a receiver may take to answer. */
export const A2A_PUSH_TIMEOUT_MS = 10_000;
/** How often a server on a shared database looks for tasks whose notifications it has to send now. */
export const A2A_PUSH_CHECK_MS = 1_000;
/** Characters of a receiver's URL, token and credentials. */
export const A2A_PUSH_FIELD_CHARS_MAX = 4096;
/** It is a part of a key, which PostgreSQL limits. */
export const A2A_PUSH_ID_CHARS_MAX = 256;

// MCP.

/** Characters of an unknown tool name that the answer repeats. */
export const MCP_NAME_CHARS_MAX = 200;

// Remote agents, by A2A.

/** Bytes of an agent card. */
export const REMOTE_CARD_BYTES_MAX: number = MIB;
export const REMOTE_CARD_MS = 10_000;
/** Waits between the attempts to reconnect to a running task. */
export const REMOTE_REJOIN_DELAYS_MS: readonly number[] = [100, 1000, 5000];
/** After a connection that lasted this long, the attempts are counted from the start. */
export const REMOTE_HELD_MS = 30_000;
/** Bytes of a response that is not a stream. */
export const REMOTE_ANSWER_BYTES_MAX: number = 64 * MIB;
/** Bytes of an error response. */
export const REMOTE_ERROR_BYTES_MAX: number = 64 * KIB;
/** How often an agent that cannot stream is polled for its task. */
export const REMOTE_POLL_MS = 1000;
/** How long an agent may take to respond to a cancellation. */
export const REMOTE_CANCEL_MS = 10_000;
/** Prompts queued behind the running turn. */
export const REMOTE_PROMPTS_WAITING_MAX = 64;
/** Length of a user's text with an answer, which reaches the agent. */
export const ANSWER_REASON_CHARS_MAX = 4_000;
/** Length of a client's name in a session's log. */
export const ACTOR_CHARS_MAX = 64;
/** Skills of a remote agent that are shown. */
export const REMOTE_SKILLS_MAX = 64;

/** Unfinished turns that are counted for `GET /server`. */
export const UNFINISHED_TURNS_MAX = 1_000;
/** Files that a notice about unapproved changes names. */
export const UNAPPROVED_FILES_MAX = 100;

// Editors.

/** Documents that an editor reports as open. */
export const EDITOR_DOCUMENTS_MAX = 2_000;
export const EDITOR_FOLDERS_MAX = 100;
export const EDITOR_PATH_CHARS_MAX = 4_096;
/** Tools that an editor offers to agents, and the JSON of one of them. */
export const EDITOR_TOOLS_MAX = 100;
export const EDITOR_TOOL_CHARS_MAX: number = 32 * KIB;
