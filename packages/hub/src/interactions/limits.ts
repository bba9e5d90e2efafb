// Every limit of interactions, with its name.

/** A question that nobody answered this long is answered with "cancelled". */
export const EXPIRES_MS = 24 * 60 * 60_000;
/** Questions that are open at the same time, over all sessions. */
export const PENDING_MAX = 10_000;
/** What a timer can hold. */
export const TIMER_MS_MAX: number = 2 ** 31 - 1;
