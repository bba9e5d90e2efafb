// Limits on sessions.

const KIB = 1024;

/** Updates that are written and sent in one batch. */
export const BATCH_UPDATES_MAX = 256;
/** Messages that wait for the next step of a running turn. */
export const STEERING_MAX = 32;
/** Sessions on one page of a list. */
export const LIST_PAGE_SIZE = 50;
/** Time for which a list is kept for requests for its next page. */
export const LIST_KEPT_MS = 5_000;
/** Sessions open at the same time. */
export const OPEN_SESSIONS_MAX = 64;
/** Length of a message replayed in one update. */
export const REPLAY_CHARS_MAX: number = 64 * KIB;
/** Text of an embedded resource sent to the model. */
export const RESOURCE_CHARS_MAX: number = 256 * KIB;
/** Length of the conversation as plain text for a recipe or a review. */
export const CONVERSATION_CHARS_MAX: number = 200 * KIB;
/** Time that a session waits for starting MCP servers, measured from their start. */
export const MCP_BUDGET_MS = 5_000;
/** Steps of a sub-agent. */
export const SUB_AGENT_STEPS_MAX = 50;
/** Delay before an opened session preloads its turn resources, so that immediate requests of the client come first. */
export const PREPARE_DELAY_MS = 25;
/** Notices kept for the next turn if the client cannot show them earlier; further ones drop the oldest. */
export const WAITING_NOTICES_MAX = 20;
