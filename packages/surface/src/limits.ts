// Every limit of this package, with its name.

/** How long a question that ended elsewhere stays visible, so that nothing moves under the pointer. */
export const ENDED_SHOWN_MS = 6_000;
/** Ids of closed questions, in case an outdated list arrives late. */
export const ENDED_KEPT_MAX = 1_000;
/** Sessions in the list; older ones are found by searching. */
export const LISTED_SESSIONS_MAX = 5_000;
/** Maximum number of files that one prompt may mention. */
export const MENTIONS_MAX = 50;
/** Length of a session's text that is attached to a prompt. */
export const SESSION_TEXT_CHARS_MAX = 200_000;
/** Number of sessions whose read marks a surface stores. */
export const READ_MARKS_MAX = 2_000;
/** Minimum time between two requests for the changed files, because a running turn changes them often. */
export const CHANGES_AGAIN_MS = 200;
/** How long the history of an opened session may take before the received part is shown. */
export const HISTORY_WAIT_MS = 1_000;
