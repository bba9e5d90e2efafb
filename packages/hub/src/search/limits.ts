// Every limit of what is searched, with its name.

/** Of one message or tool call. */
export const TEXT_CHARS_MAX = 20_000;
/** Of one turn, the latest ones. */
export const TEXTS_MAX = 2_000;
