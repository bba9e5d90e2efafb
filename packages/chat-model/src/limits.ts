// Every limit of this package, with its name.

/** With more differences than this between two texts, all lines between the first and the last one count as changed. */
export const DIFF_EDITS_MAX = 400;
/** Words of longer lines are not compared. */
export const DIFF_LINE_CHARS_MAX = 400;
/** With more differences than this between the words of two lines, all of them count as changed. */
export const WORD_EDITS_MAX = 60;
/** Lines around a change. */
export const DIFF_CONTEXT_LINES = 3;
/** Texts of a diff that are longer than this are counted, not compared. */
export const DIFF_CHARS_MAX = 400_000;

/** Length of a field in the input of a tool call that a question shows as it is. */
export const INPUT_CHARS_MAX = 4_000;

/** Longer names are searched by the first place of each letter, because comparing all places would take too long. */
export const FUZZY_CHARS_MAX = 400;
