// Limits on what a shell is offered, with their names.

export const CANDIDATES_MAX = 200;
/** What is shown of what a candidate is. */
export const ABOUT_CHARS_MAX = 80;
export const SESSIONS_OFFERED_MAX = 30;
/** An agent's modes and commands are among the first events of a session. */
export const EVENTS_READ_MAX = 50;
/** A local server answers in a few milliseconds; completion skips one that does not. */
export const SERVER_ANSWER_MS = 75;
