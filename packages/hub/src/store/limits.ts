// Every limit that any store holds to, with its name.

/** One page of a list; who asks for more gets this and a cursor. */
export const PAGE_ROWS_MAX = 1_000;
/** Lists that have no pages end here. */
export const LIST_ROWS_MAX = 10_000;
/** A cursor of ours is shorter. */
export const CURSOR_CHARS_MAX = 1_024;

/** How long a key stands for what was made with it first. */
export const KEY_LIFE_MS: number = 24 * 60 * 60 * 1000;

/** A search for more is refused. */
export const QUERY_CHARS_MAX = 1_000;
export const QUERY_WORDS_MAX = 32;
/** The rest of a longer text is not found. */
export const TEXT_CHARS_MAX: number = 1024 * 1024;
/** What is shown around a match, on either side. */
export const EXCERPT_CHARS = 80;
