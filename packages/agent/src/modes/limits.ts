// Limits on modes and on single completions.

const KIB = 1024;

/** A larger mode file is skipped and reported. */
export const MODE_FILE_BYTES_MAX: number = 64 * KIB;
/** The time to parse YAML grows faster than its length. */
export const MODE_YAML_CHARS_MAX: number = 16 * KIB;
/** Mode files per folder, sorted by name; the others are skipped. */
export const MODE_FILES_MAX = 100;
export const MODE_ID_CHARS_MAX = 64;
export const MODE_NAME_CHARS_MAX = 100;
export const MODE_TEXT_CHARS_MAX = 1_000;
export const MODE_GROUPS_MAX = 64;
/** Problems with mode files that a message names; it only counts the others. */
export const MODE_PROBLEMS_MAX = 20;

/** Length of a request or a conversation quoted in a built-in prompt. */
export const PROMPT_CHARS_MAX = 60_000;
/** A larger recipe file is rejected. */
export const RECIPE_FILE_BYTES_MAX: number = 256 * KIB;
/** Recipe files per folder, sorted by name. */
export const RECIPE_FILES_MAX = 500;
/** Numbered variants of a recipe name that are tried. */
export const RECIPE_NAMES_MAX = 1_000;
export const SLUG_CHARS_MAX = 60;
export const JUDGED_CHARS_MAX = 8_000;
export const REASON_CHARS_MAX = 500;
