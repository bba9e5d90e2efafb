// What the bridge waits for and keeps, with names.

/** A connection that broke is tried again after these waits, one after the other, */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 100, 250, 500, 1_000, 2_000];
/** and then after the last one again, but no longer than this in all. */
export const RECONNECT_MS_MAX = 60_000;
/** How long taking up one session again may take: the server may have to start its agent. */
export const RESUME_MS = 60_000;
/** Messages that had been read already when the connection broke. */
export const HELD_MESSAGES_MAX = 10_000;
/** Requests of the editor without an answer; sessions that are followed. */
export const UNANSWERED_MAX = 10_000;
export const FOLLOWED_MAX = 1_000;
