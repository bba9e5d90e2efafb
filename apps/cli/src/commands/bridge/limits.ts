// Timeouts and limits of the bridge.

/** Delays between attempts to reconnect; the last one repeats. */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 100, 250, 500, 1_000, 2_000];
/** The bridge gives up reconnecting after this long. */
export const RECONNECT_MS_MAX = 60_000;
/** Timeout for resuming one session, for which the server may have to start an agent. */
export const RESUME_MS = 60_000;
/** Maximum number of messages that are held while the connection is down. */
export const HELD_MESSAGES_MAX = 10_000;
/** Maximum number of unanswered requests from the editor, and of sessions it follows. */
export const UNANSWERED_MAX = 10_000;
export const FOLLOWED_MAX = 1_000;
