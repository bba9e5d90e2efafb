// Every limit of servers that share a store.

/** How often a turn that another server runs is looked at while callers wait for it. */
export const FOLLOW_TURN_MS = 500;
/** How long a call for a session waits for an owner that can be reached: a lease, and then some. */
export const OWNER_WAIT_MS = 30_000;
export const OWNER_RETRY_MS = 250;
/** How long one call to another server may take: some start an agent first. */
export const PEER_CALL_MS_MAX = 180_000;
export const PEER_BODY_BYTES_MAX: number = 64 * 1024 * 1024;
/** How often sessions without an owner are looked for, and the ends of logs that are followed here. */
export const ORPHAN_CHECK_MS = 1_500;
/** How often a server that ends looks for sessions that it can hand over. */
export const HAND_OVER_CHECK_MS = 250;
/** How often the rules file is looked at for changes that other servers have to know. */
export const RULES_CHECK_MS = 500;
export const FOLLOW_CHECK_MS = 1_000;
/** How long the end of a turn that ran elsewhere waits for its followers here. */
export const CATCH_UP_MS_MAX = 5_000;
