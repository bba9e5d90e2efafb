// Limits of the tools for files and commands, each with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** What one `read` gives of a file. */
export const READ_LINES_MAX = 2_000;
export const READ_CHARS_MAX = 40_000;
/** A longer line is cut: it was written by a machine. */
export const LINE_CHARS_MAX = 2_000;
/** What providers take of an image, before it is written as base64. */
export const IMAGE_BYTES_MAX = 3_750_000;

/** Each side of a diff; a longer file is shown as the lines that change. */
export const DIFF_CHARS_MAX: number = 128 * KIB;
export const DIFF_CONTEXT_LINES = 3;
/** What the model is shown of an edit that is done. */
export const EDIT_SNIPPET_LINES_MAX = 60;
export const EDITS_MAX = 100;
/** Places that a failure names when a text is there more than once. */
export const PLACES_SHOWN_MAX = 10;
/** Where the lines nearest to a text that was not found are looked for. */
export const NEAREST_LINES_MAX = 20_000;
export const NEAREST_SHOWN_LINES = 14;
/** Fewer characters than this are no text that could be told from another by anything but itself. */
export const FUZZY_CHARS_MIN = 4;
/** Files of which it is remembered what the model has seen. */
export const KNOWN_FILES_MAX = 2_000;

/** Changes to one file that wait to be made. */
export const PLANNED_CHANGES_MAX = 50;
/** An edit that does not fit yet waits this long for those that were asked for before it. */
export const EARLIER_CHANGE_MS_MAX = 5_000;

export const LIST_FILES_MAX = 50_000;
export const LIST_LINES_MAX = 400;
export const LIST_DEPTH = 3;
export const LIST_DEPTH_MAX = 20;
export const GLOB_SHOWN_MAX = 200;
/** Files looked at side by side for the time they were changed. */
export const STATS_AT_ONCE = 32;

export const GREP_LINES_MAX = 500;
export const GREP_CHARS_MAX = 40_000;
export const GREP_LINE_CHARS_MAX = 400;
export const GREP_FILES_MAX = 500;
export const GREP_CONTEXT_MAX = 20;
export const GREP_MS_MAX = 60_000;
/** What the program has written when it ends is waited for this long. */
export const GREP_DRAIN_MS_MAX = 2_000;
/** A larger file is not searched where the program is missing. */
export const PLAIN_SEARCH_BYTES_MAX: number = MIB;
export const PLAIN_SEARCH_FILES_MAX = 5_000;

export const COMMAND_TIMEOUT_MS = 120_000;
/** Whoever asks for less meant seconds. */
export const COMMAND_TIMEOUT_MS_MIN = 1_000;
export const COMMAND_TIMEOUT_MS_MAX = 600_000;
/** What is kept of a command's output, and what the model gets of it. */
export const COMMAND_OUTPUT_BYTES: number = MIB;
export const MODEL_OUTPUT_HEAD_CHARS: number = 8 * KIB;
export const MODEL_OUTPUT_TAIL_CHARS: number = 24 * KIB;
/** How often a person is shown how a command goes that runs here. */
export const PROGRESS_EVERY_MS = 250;
/** A cancelled command's last output is waited for this long. */
export const CANCELLED_OUTPUT_MS = 20;
export const TITLE_CHARS_MAX = 300;

export const BACKGROUND_COMMANDS_MAX = 16;
export const BACKGROUND_OUTPUT_BYTES: number = 256 * KIB;
/** What a command that was just put in the background gets to show that it works. */
export const BACKGROUND_FIRST_MS = 1_500;
export const BACKGROUND_WAIT_MS_MAX = 120_000;
