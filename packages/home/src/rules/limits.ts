// Every limit on the rules file, with its name.

/** A larger file counts as broken. */
export const RULES_FILE_BYTES_MAX: number = 4 * 1024 * 1024;

/** Choices for a session are forgotten after this; a session is rarely resumed that late. */
export const SESSION_CHOICE_AGE_MS: number = 30 * 24 * 60 * 60 * 1_000;
