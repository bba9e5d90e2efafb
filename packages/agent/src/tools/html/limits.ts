// Every limit of reading HTML, with its name.

/** Pages are turned into text in pieces of about this size, so that nothing else has to wait for a large one. */
export const PIECE_CHARS = 8_000;
/** A piece that cannot be cut between two blocks is cut within one. */
export const PIECE_CHARS_MAX = 16_000;
/** Tags and texts that are looked at before others have a turn. */
export const TOKENS_AT_ONCE = 2_000;
/** What is turned into text of one page, counted after everything that is not for reading was left out. */
export const CLEAN_CHARS_MAX = 600_000;
/** Tags deeper than this are left out; their text is not. */
export const DEPTH_MAX = 20;
/** What is marked as the main part of a page counts as that if it has this much text. */
export const MAIN_TEXT_CHARS_MIN = 200;
export const PAGE_TITLE_CHARS_MAX = 300;
/** A longer address, such as an image in itself, is of no use to a reader. */
export const LINK_CHARS_MAX = 2_000;
