// Every limit of this package, with its name.

/** Rules of one layer; the ones after that count as broken. */
export const RULES_MAX = 2_000;
/** Patterns in one rule, the alternatives of `{a,b}` counted one by one. */
export const PATTERNS_MAX = 256;
/** Together with `PATTERN_PARTS_MAX` this bounds the work of a match: text × pattern, at most. */
export const PATTERN_CHARS_MAX = 1_024;
export const PATTERN_PARTS_MAX = 64;
/** A regular expression with more is refused; the work of a match is text × states, at most. */
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
/** Paths that one word may stand for; a word with more is taken to lead outside. */
export const PIECES_MAX = 64;

export const REMEMBERED_MAX = 1_000;
export const TRUSTED_FOLDERS_MAX = 1_000;

/** What is kept of a subject in a reason and in the audit entry. */
export const SUBJECT_CHARS_MAX = 500;
export const REASON_SUBJECT_CHARS_MAX = 80;

/** Names whose kind is remembered, so that each is read once. */
export const NAMES_KNOWN_MAX = 2_000;
/** Of a name that a value is assigned to. */
export const ASSIGNED_NAME_CHARS_MAX = 100;
/** Between a name, its sign and its value. */
export const ASSIGNED_BLANKS_MAX = 64;
/** Of a command with an option that takes a password. */
export const OPTION_LINE_CHARS_MAX = 2_000;
/** Of what is before the host of an address. */
export const LOGIN_CHARS_MAX = 2_000;
/** Past the place where a text is cut, so that what the cut goes through is still recognised. */
export const REDACTED_BEYOND_CHARS = 4_096;
