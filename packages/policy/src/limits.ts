// Every limit of this package, with its name.

/** Number of rules in one layer; any further ones count as broken. */
export const RULES_MAX = 2_000;
/** Number of patterns in one rule, counting each alternative of `{a,b}`. */
export const PATTERNS_MAX = 256;
/** Together with `PATTERN_PARTS_MAX` this bounds the work of a match to text × pattern. */
export const PATTERN_CHARS_MAX = 1_024;
export const PATTERN_PARTS_MAX = 64;
/** A regular expression with more is refused; a match takes at most text × states steps. */
export const REGEX_STATES_MAX = 1_000;
export const REGEX_DEPTH_MAX = 64;
export const REGEX_REPEAT_MAX = 1_000;
export const NAME_CHARS_MAX = 256;

/** A longer path is refused. */
export const PATH_CHARS_MAX = 32_768;
/** Parley asks about a line with more commands or words, or with a longer word. */
export const COMMANDS_MAX = 256;
export const WORDS_MAX = 2_048;
export const WORD_CHARS_MAX = 32_768;
/** Number of paths that one word may mean; with more, the word counts as outside. */
export const PIECES_MAX = 64;

export const REMEMBERED_MAX = 1_000;
export const TRUSTED_FOLDERS_MAX = 1_000;

/** Maximum length of a subject in a reason and in the audit entry. */
export const SUBJECT_CHARS_MAX = 500;
export const REASON_SUBJECT_CHARS_MAX = 80;

/** Number of names whose kind is cached. */
export const NAMES_KNOWN_MAX = 2_000;
/** Length of a name in an assignment. */
export const ASSIGNED_NAME_CHARS_MAX = 100;
/** Number of blanks between a name, its sign and its value. */
export const ASSIGNED_BLANKS_MAX = 64;
/** Length of a command with an option that takes a password. */
export const OPTION_LINE_CHARS_MAX = 2_000;
/** Length of the part before an address's host. */
export const LOGIN_CHARS_MAX = 2_000;
/** Characters read beyond a cut, to recognise a secret that the cut would split. */
export const REDACTED_BEYOND_CHARS = 4_096;
