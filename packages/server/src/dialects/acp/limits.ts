// Every limit of this dialect, with its name.

const MIB = 1024 * 1024;

/** Where the dialect is. */
export const PATH = "/acp";

export const CONNECTIONS_MAX = 4096;
/** Sessions that one connection follows at a time. */
export const SESSIONS_PER_CONNECTION_MAX = 256;
/** Streams of one connection over HTTP. */
export const STREAMS_MAX = 1024;
export const SESSION_ID_CHARS_MAX = 1024;

export const MESSAGE_BYTES_MAX: number = 16 * MIB;
/** Above this much that waits to be sent, a session is read no further from the log. */
export const BUFFERED_BYTES_HIGH: number = MIB;
/** Above this much that waits to be sent, the connection is given up. */
export const BUFFERED_BYTES_MAX: number = 64 * MIB;
/** What is kept of messages that are not in the log, for a stream that broke off. */
export const RETAINED_MESSAGES_MAX = 256;
export const RETAINED_BYTES_MAX: number = MIB;
/** Events that are read at a time for a stream that is taken up again. */
export const REPLAY_PAGE_EVENTS = 500;

export const KEEP_ALIVE_MS = 15_000;
/** A connection over HTTP of which nobody reads any stream for so long is over, and so is a WebSocket that is not read. */
export const UNREAD_MS_MAX = 60_000;
/** A WebSocket that says nothing for so long after it was opened is none of ours. */
export const INITIALIZE_MS_MAX = 30_000;
/** How long closing waits until WebSockets have said goodbye. */
export const CLOSE_MS_MAX = 1_000;
/** A close frame has room for 123. */
export const CLOSE_REASON_BYTES_MAX = 120;

/** Most results that a search or a page of events gives. */
export const PAGE_MAX = 1000;
/** Questions whose place in the log was reached before the hub told of them. */
export const REACHED_QUESTIONS_MAX = 1000;
/** Requests to a client over HTTP that are remembered for their answers. */
export const UNANSWERED_MAX = 1000;
/** Prompts of a connection that are remembered, so that they are not shown to it when it comes back. */
export const OWN_PROMPTS_MAX = 1000;
/** A client whose answer does not fit is asked again, up to so many times in all. */
export const ASKS_MAX = 3;
/** Terminals of a session whose output is shown in tool calls, and how much of each. */
export const TERMINALS_MAX = 64;
export const TERMINAL_CHARS_MAX: number = 16 * 1024;
