// Limits on texts that are made to fit, with their names.

/** A longer word is no name that was mistyped. */
export const NEAR_NAME_CHARS_MAX = 64;
/** Names that are offered for one that is not there. */
export const SUGGESTIONS_MAX = 3;
