// Limits for reading texts that users and models wrote.

/** A longer word is not a mistyped name: comparing takes time that grows with the product of both lengths. */
export const NEAR_NAME_CHARS_MAX = 64;
/** Suggestions for one mistyped name. */
export const NEAR_NAMES_MAX = 3;
/** A longer text is not searched for JSON. */
export const JSON_TEXT_CHARS_MAX: number = 2 * 1024 * 1024;
/** JSON values taken from one text. */
export const JSON_VALUES_MAX = 10;
/** Number of positions in prose that are tried as the beginning of JSON. */
export const JSON_STARTS_MAX = 50;
/** Number of fenced blocks read from one text. */
export const FENCES_MAX = 20;
/** Longer names are searched by the first place of each letter, because comparing all places would take too long. */
export const FUZZY_CHARS_MAX = 400;
/** Context lines around a change. */
export const CONTEXT_LINES = 3;
/** Two versions that differ by more lines than this are shown as one change. */
export const EDITED_LINES_MAX = 1_000;
