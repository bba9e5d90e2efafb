// Limits on sessions, with their names.

const KIB = 1024;

/** Updates that are written and sent in one go. */
export const BATCH_UPDATES_MAX = 256;
/** Messages that wait for the next step of a running turn. */
export const STEERING_MAX = 32;
/** Sessions on one page of a list. */
export const LIST_PAGE_SIZE = 50;
/** How long a list is kept for whoever asks for its next page. */
export const LIST_KEPT_MS = 5_000;
/** Sessions that are open at the same time. */
export const OPEN_SESSIONS_MAX = 64;
/** What is replayed of one message in one update. */
export const REPLAY_CHARS_MAX: number = 64 * KIB;
/** Text of an embedded resource that goes to the model. */
export const RESOURCE_CHARS_MAX: number = 256 * KIB;
/** The conversation as plain text, for a recipe or a review of it. */
export const CONVERSATION_CHARS_MAX: number = 200 * KIB;
/** How long a session waits for MCP servers that are still starting, from when they were started. */
export const MCP_BUDGET_MS = 5_000;
/** Steps of a sub-agent. */
export const SUB_AGENT_STEPS_MAX = 50;
/** What a turn needs is loaded so long after a session was opened: a client that goes on at once, with a mode or another session, is answered first. */
export const PREPARE_DELAY_MS = 25;
/** Notices that wait for the next turn of a client that has no other place for them; the oldest go. */
export const WAITING_NOTICES_MAX = 20;
