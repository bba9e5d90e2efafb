// Every limit of this package, with its name.

/** How long a question stays that ended elsewhere, so that nothing moves under the pointer. */
export const ENDED_SHOWN_MS = 6_000;
/** Ids of questions that are over, in case a list from before their end arrives late. */
export const ENDED_KEPT_MAX = 1_000;
/** Sessions in the list; older ones are found by searching. */
export const LISTED_SESSIONS_MAX = 5_000;
/** Files that one prompt mentions. */
export const MENTIONS_MAX = 50;
/** Length of a session's text that is attached to a prompt. */
export const SESSION_TEXT_CHARS_MAX = 200_000;
/** Sessions of which a surface remembers what was read. */
export const READ_MARKS_MAX = 2_000;
/** The least time between two readings of the changed files: a running turn changes them often. */
export const CHANGES_AGAIN_MS = 200;
/** How long the history of a session that is opened may take before what has come of it is shown. */
export const HISTORY_WAIT_MS = 1_000;
