// Every limit of servers that share a store.

/** How often a turn that another server runs is looked at while callers wait for it. */
export const FOLLOW_TURN_MS = 500;
/** How long a call for a session waits for an owner that can be reached: a lease, and then some. */
export const OWNER_WAIT_MS = 30_000;
export const OWNER_RETRY_MS = 250;
/** How long a server that runs a turn for another one waits for its end before it replies; less than a call may take. */
export const PEER_RUN_MS_MAX = 120_000;
/** Turns whose end this server waits for in calls; it follows further ones. */
export const RUNS_ELSEWHERE_MAX = 1_000;
/** How often a call that takes long looks whether its owner is still there. */
export const OWNER_CHECK_MS = 1_000;
/** How long one call to another server may take: some start an agent first. */
export const PEER_CALL_MS_MAX = 180_000;
/** Of a call to another server, and of its reply. */
export const PEER_MESSAGE_BYTES_MAX: number = 64 * 1024 * 1024;
/** Connections of other servers, each of which needs one. */
export const PEER_CONNECTIONS_MAX = 4_096;
/** Calls of one server at a time. */
export const PEER_CALLS_MAX = 4_096;
/** How long an unused connection to another server is kept for the next call. */
export const PEER_IDLE_MS = 30_000;
/** How often a server is pinged that does not answer a call, and how often it may leave that unanswered. */
export const PEER_PING_MS = 5_000;
export const PEER_PINGS_MAX = 4;
/** How long a caller may take to say who it is, and how often that is checked. */
export const PEER_HEAD_MS_MAX = 10_000;
export const PEER_HEAD_CHECK_MS = 1_000;
/** Of replies to one server that are being written, and that wait for it to read those. */
export const PEER_WRITE_BYTES: number = 8 * 1024 * 1024;
export const PEER_QUEUE_BYTES_MAX: number = 256 * 1024 * 1024;
/** How long an owner that was found is called without looking again, unless a call fails. */
export const OWNER_KNOWN_MS = 2_000;
/** Sessions whose owners are known. */
export const OWNERS_KNOWN_MAX = 5_000;
/** How often sessions without an owner are looked for, and the ends of logs that are followed here. */
export const ORPHAN_CHECK_MS = 1_500;
/** How often a server that ends looks for sessions that it can hand over. */
export const HAND_OVER_CHECK_MS = 250;
/** How often the files of rules and keys are looked at for changes that other servers have to know. */
export const SHARED_CHECK_MS = 500;
/** How often the shared rules and keys are read, in case a notice was lost. */
export const SHARED_READ_MS = 2_000;
/** Further keys are not used. */
export const SERVER_KEYS_MAX = 1_000;
export const FOLLOW_CHECK_MS = 1_000;
/** Turns of other servers whose changes are looked for here, and their questions. */
export const WATCHED_ELSEWHERE_MAX = 5_000;
/** How long a turn that was started elsewhere need not be read: its changes are heard. */
export const STARTED_KNOWN_MS = 100;
/** How long notices of sessions are collected before these are read. */
export const HEAR_SESSIONS_MS = 50;
/** With more at a time, readers of changes list all sessions again. */
export const HEARD_SESSIONS_MAX = 200;
/** How long the end of a turn that ran elsewhere waits for its followers here. */
export const CATCH_UP_MS_MAX = 5_000;
