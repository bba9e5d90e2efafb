// Limits on the tools for files and commands.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Lines and characters that one `read` returns. */
export const READ_LINES_MAX = 2_000;
export const READ_CHARS_MAX = 40_000;
/** A longer line is cut, because it is probably generated. */
export const LINE_CHARS_MAX = 2_000;
/** Image size that providers accept, before base64 encoding. */
export const IMAGE_BYTES_MAX = 3_750_000;

/** Length of each side of a diff; for a longer file the diff shows only the changed lines. */
export const DIFF_CHARS_MAX: number = 128 * KIB;
export const DIFF_CONTEXT_LINES = 3;
/** Lines around a completed edit shown to the model. */
export const EDIT_SNIPPET_LINES_MAX = 60;
export const EDITS_MAX = 100;
/** Matches that an error names when a text occurs more than once. */
export const PLACES_SHOWN_MAX = 10;
/** Lines searched for the closest match of a text that was not found. */
export const NEAREST_LINES_MAX = 20_000;
export const NEAREST_SHOWN_LINES = 14;
/** A shorter text is too ambiguous for a fuzzy match. */
export const FUZZY_CHARS_MIN = 4;
/** Files for which the content seen by the model is remembered. */
export const KNOWN_FILES_MAX = 2_000;

/** Pending changes to one file. */
export const PLANNED_CHANGES_MAX = 50;
/** An edit that does not apply yet waits this long for earlier edits. */
export const EARLIER_CHANGE_MS_MAX = 5_000;

export const LIST_FILES_MAX = 50_000;
export const LIST_LINES_MAX = 400;
export const LIST_DEPTH = 3;
export const LIST_DEPTH_MAX = 20;
export const GLOB_SHOWN_MAX = 200;
/** Files whose modification time is read in parallel. */
export const STATS_AT_ONCE = 32;

export const GREP_LINES_MAX = 500;
export const GREP_CHARS_MAX = 40_000;
export const GREP_LINE_CHARS_MAX = 400;
export const GREP_FILES_MAX = 500;
export const GREP_CONTEXT_MAX = 20;
export const GREP_MS_MAX = 60_000;
/** Time to wait for the remaining output after ripgrep exits. */
export const GREP_DRAIN_MS_MAX = 2_000;
/** A larger file is not searched where ripgrep is missing. */
export const PLAIN_SEARCH_BYTES_MAX: number = MIB;
export const PLAIN_SEARCH_FILES_MAX = 5_000;

export const COMMAND_TIMEOUT_MS = 120_000;
/** A smaller value was probably meant in seconds. */
export const COMMAND_TIMEOUT_MS_MIN = 1_000;
export const COMMAND_TIMEOUT_MS_MAX = 600_000;
/** Output of a command that is kept, and the start and end of it sent to the model. */
export const COMMAND_OUTPUT_BYTES: number = MIB;
export const MODEL_OUTPUT_HEAD_CHARS: number = 8 * KIB;
export const MODEL_OUTPUT_TAIL_CHARS: number = 24 * KIB;
/** Interval at which the progress of a local command is shown. */
export const PROGRESS_EVERY_MS = 250;
/** Time to wait for the last output of a cancelled command. */
export const CANCELLED_OUTPUT_MS = 20;
export const TITLE_CHARS_MAX = 300;

export const BACKGROUND_COMMANDS_MAX = 16;
export const BACKGROUND_OUTPUT_BYTES: number = 256 * KIB;
/** Time that a new background command gets to print its first output or fail. */
export const BACKGROUND_FIRST_MS = 1_500;
export const BACKGROUND_WAIT_MS_MAX = 120_000;
