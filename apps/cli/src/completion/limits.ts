// The limits of shell completion.

export const CANDIDATES_MAX = 200;
/** Maximum length of a candidate's description. */
export const ABOUT_CHARS_MAX = 80;
export const SESSIONS_OFFERED_MAX = 30;
/** An agent's modes and models are among the first events of a session. */
export const EVENTS_READ_MAX = 50;
/** A local server answers in a few milliseconds; completion skips one that does not. */
export const SERVER_ANSWER_MS = 75;
