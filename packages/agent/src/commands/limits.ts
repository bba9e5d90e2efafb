// Limits on slash commands.

const KIB = 1024;

/** A longer word is treated as text, not as a mistyped command. */
export const NAME_CHARS_MAX = 64;
/** Length of a description in a list. */
export const DESCRIPTION_CHARS_MAX = 200;
/** Items of a list in an answer; the answer only counts the others. */
export const LISTED_MAX = 40;
/** Files that an answer names. */
export const LISTED_FILES_MAX = 20;
/** Turns that one command can undo or redo. */
export const STEPS_AT_ONCE_MAX = 50;
/** Length of a summary or a file shown in an answer. */
export const SHOWN_CHARS_MAX: number = 8 * KIB;

/** Command files per folder; the others are reported as a problem. */
export const COMMAND_FILES_MAX = 200;
/** Files and folders examined to find them. */
export const COMMAND_ENTRIES_MAX = 2_000;
export const COMMAND_DEPTH_MAX = 4;
export const COMMAND_FILE_BYTES_MAX: number = 64 * KIB;
export const COMMAND_READS_AT_ONCE = 16;
/** The time to parse YAML grows faster than its length. */
export const FRONT_MATTER_CHARS_MAX: number = 8 * KIB;
export const HINT_CHARS_MAX = 500;
/** Problems with commands that a message names; it only counts the others. */
export const COMMAND_PROBLEMS_MAX = 10;
/** Length of a template after its arguments are inserted; a longer prompt is cut. */
export const PROMPT_CHARS_MAX: number = 256 * KIB;

/** Size of a memory file that can be shown. */
export const MEMORY_FILE_BYTES_MAX: number = 256 * KIB;
