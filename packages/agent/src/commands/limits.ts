// Every limit on slash commands, with its name.

const KIB = 1024;

/** A longer word is no command that was mistyped. */
export const NAME_CHARS_MAX = 64;
/** What is shown of a description, in a list. */
export const DESCRIPTION_CHARS_MAX = 200;
/** Items of a list in an answer; the others are counted. */
export const LISTED_MAX = 40;
/** Files that an answer names. */
export const LISTED_FILES_MAX = 20;
/** How many turns can be taken back, or done again, at a time. */
export const STEPS_AT_ONCE_MAX = 50;
/** What an answer shows of a summary or a file. */
export const SHOWN_CHARS_MAX: number = 8 * KIB;

/** Commands from files, of one folder; the others are a problem. */
export const COMMAND_FILES_MAX = 200;
/** Files and folders that are looked at to find them. */
export const COMMAND_ENTRIES_MAX = 2_000;
export const COMMAND_DEPTH_MAX = 4;
export const COMMAND_FILE_BYTES_MAX: number = 64 * KIB;
export const COMMAND_READS_AT_ONCE = 16;
/** Reading YAML takes longer than its length. */
export const FRONT_MATTER_CHARS_MAX: number = 8 * KIB;
export const HINT_CHARS_MAX = 500;
/** Problems with commands that are named; the others are counted. */
export const COMMAND_PROBLEMS_MAX = 10;
/** What a template becomes with its arguments in it; a longer one is cut. */
export const PROMPT_CHARS_MAX: number = 256 * KIB;

/** Of a memory file, to show it. */
export const MEMORY_FILE_BYTES_MAX: number = 256 * KIB;
