// Every limit of drawing and of the line editor, with its name.

/** A block of markdown that is longer is drawn in pieces, so that the work per chunk does not grow with the block. */
export const BLOCK_CHARS_MAX = 8_000;
/** A line of code that is longer is broken. */
export const CODE_LINE_CHARS_MAX = 64_000;
/** A paragraph that is still being written is cut into the part that stays and this much of an end. */
export const TAIL_ROWS_MAX = 6;

/** Longer lines are not highlighted. */
export const HIGHLIGHTED_LINE_CHARS_MAX = 2_000;
/** Lines before the one to be highlighted that the highlighter sees again. */
export const HIGHLIGHT_CONTEXT_LINES = 24;
/** It sees this many at most: a comment that is longer loses its colour. */
export const HIGHLIGHT_CONTEXT_LINES_MAX = 96;
/** Lines given to the highlighter at once. */
export const HIGHLIGHT_BATCH_LINES = 200;

/** With more differences than this between two texts, all lines between the first and the last one count as changed. */
export const DIFF_EDITS_MAX = 400;
/** Words of longer lines are not compared. */
export const DIFF_LINE_CHARS_MAX = 400;
/** Lines around a change. */
export const DIFF_CONTEXT_LINES = 3;

/** Text in the line editor; what is pasted beyond it is left out. */
export const EDITOR_CHARS_MAX = 200_000;
export const UNDO_STEPS_MAX = 200;
export const KILLS_MAX = 20;

/** How long an ESC waits for the rest of a key; a slow line may split them. */
export const ESCAPE_WAIT_MS = 50;
/** A paste without an end is given up after this many characters. */
export const PASTE_CHARS_MAX = 4_000_000;
/** An escape sequence of a key that is longer is none. */
export const KEY_CHARS_MAX = 64;

/** The screen is painted at most once in this time. */
export const PAINT_INTERVAL_MS = 33;
