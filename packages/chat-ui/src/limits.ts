// Every limit of this package, with its name.

/** Rows of a diff that are shown at first; more on request. */
export const DIFF_ROWS_MAX = 400;
/** Rows that each request for more adds. */
export const DIFF_ROWS_STEP = 2_000;
/** Characters of a line that a diff shows. */
export const DIFF_SHOWN_CHARS_MAX = 2_000;
