// Limits on modes and on what is asked of a model in one completion, with their names.

const KIB = 1024;

/** A mode file that is larger is left out, and named. */
export const MODE_FILE_BYTES_MAX: number = 64 * KIB;
/** The YAML of one; reading it takes a time that grows faster than the text does. */
export const MODE_YAML_CHARS_MAX: number = 16 * KIB;
/** Mode files in one folder; the ones after that, by name, are left out. */
export const MODE_FILES_MAX = 100;
export const MODE_ID_CHARS_MAX = 64;
export const MODE_NAME_CHARS_MAX = 100;
export const MODE_TEXT_CHARS_MAX = 1_000;
export const MODE_GROUPS_MAX = 64;
/** Problems with mode files that are told; the rest is counted. */
export const MODE_PROBLEMS_MAX = 20;

/** What is shown of a request or a conversation in a prompt of our own. */
export const PROMPT_CHARS_MAX = 60_000;
/** A recipe file that is larger is refused. */
export const RECIPE_FILE_BYTES_MAX: number = 256 * KIB;
/** Of one folder, by name. */
export const RECIPE_FILES_MAX = 500;
/** Recipes with the same name, before that name is given up. */
export const RECIPE_NAMES_MAX = 1_000;
export const SLUG_CHARS_MAX = 60;
export const JUDGED_CHARS_MAX = 8_000;
export const REASON_CHARS_MAX = 500;
