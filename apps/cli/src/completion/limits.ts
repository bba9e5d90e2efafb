// Limits on what a shell is offered, with their names.

export const CANDIDATES_MAX = 200;
/** What is shown of what a candidate is. */
export const ABOUT_CHARS_MAX = 80;
export const SESSIONS_OFFERED_MAX = 30;
/** What an agent offers stands at the beginning of a session. */
export const EVENTS_READ_MAX = 50;
/** A server on this machine answers in a few milliseconds; one that does not is done without. */
export const SERVER_ANSWER_MS = 75;
