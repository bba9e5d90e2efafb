// Every limit on reading a tool call, with its name. What is over one of them makes the call doubtful.

/** Objects and lists in one another, JSON in a text included. */
export const DEPTH_MAX = 32;
/** Values of one input, each counted once. */
export const VALUES_MAX = 10_000;
/** A longer string, or one with several lines, cannot be a path. */
export const PATH_CHARS_MAX = 4_096;
/** Paths, commands, addresses and edits that one call may name; each list on its own. */
export const PATHS_MAX = 1_000;
export const COMMANDS_MAX = 256;
export const URLS_MAX = 256;
export const EDITS_MAX = 2_000;
/** Strings that might be paths. */
export const MENTIONS_MAX = 1_000;
/** JSON in a text that is parsed, all together. */
export const NESTED_JSON_CHARS_MAX: number = 4 * 1_048_576;
/** Brackets that may be open in such a text. */
export const NESTED_DEPTH_MAX = 256;
/** The number of lines of an unrecognized text that are examined one by one. */
export const LINES_MAX = 200;
/** A longer name is not looked up. */
export const KEY_CHARS_MAX = 64;
/** Places in a file where a part may be meant, and texts that several parts may come to. */
export const OCCURRENCES_MAX = 32;
/** The number of relative paths that are also resolved against the folders that the call names. */
export const JOINED_MAX = 256;
/** Lines in which a question is described. */
export const DESCRIBED_MAX = 200;
/** Names in one object. */
export const NAMES_MAX = 2_000;
/** Lines of a patch that are read. */
export const PATCH_LINES_MAX = 30_000;
