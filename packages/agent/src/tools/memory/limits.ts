// Every limit of memory, with its name.

const KIB = 1024;

/** Notes of one scope. */
export const NOTES_MAX = 500;
export const NOTE_TITLE_CHARS_MAX = 120;
export const NOTE_TEXT_CHARS_MAX = 16_000;
export const NOTE_TAGS_MAX = 12;
export const NOTE_TAG_CHARS_MAX = 40;
export const NOTE_FILE_NAME_CHARS_MAX = 60;
/** A larger file is not one of ours, or no longer a note. */
export const NOTE_FILE_BYTES_MAX: number = 128 * KIB;
/** A file that was written less than this ago may be written again without another time or size: file systems count in steps. */
export const NOTE_SETTLED_MS = 2_000;
/** Files that are read at once. */
export const NOTES_AT_ONCE = 16;

export const QUERY_CHARS_MAX = 500;
/** Words of a query that are looked for. */
export const QUERY_WORDS_MAX = 24;
/** Notes that are given in full to a query. */
export const RECALLED_NOTES_MAX = 10;
/** What the model gets of all of them together. */
export const RECALLED_CHARS_MAX = 30_000;
/** Titles that a failure names. */
export const NAMED_TITLES_MAX = 20;
