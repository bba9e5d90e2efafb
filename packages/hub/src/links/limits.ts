// Every limit of links, with its name.

/** What a new agent is told of the conversation so far. */
export const TOLD_CHARS_MAX = 60_000;
/** Of one message, its beginning and its end. */
export const TOLD_MESSAGE_CHARS_MAX = 6_000;
/** Files it is told of. */
export const TOLD_FILES_MAX = 100;
/** Events that are looked through for it, the latest ones. */
export const TOLD_EVENTS_MAX = 20_000;
