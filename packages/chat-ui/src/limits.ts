// Every limit of this package, with its name.

/** Rows of a diff that are shown at first; more on request. */
export const DIFF_ROWS_MAX = 400;
/** Rows that each request for more adds. */
export const DIFF_ROWS_STEP = 2_000;
/** Characters of a line that a diff shows. */
export const DIFF_SHOWN_CHARS_MAX = 2_000;
/** Lines of a change that a question shows at first. */
export const DIFF_ROWS_SHOWN = 400;
/** Questions of one session that are shown at a time; the next ones follow as these are answered. */
export const QUESTIONS_SHOWN = 5;
/** Questions in the inbox that are shown at a time. */
export const INBOX_SHOWN = 20;
/** With more options than this, a form shows a list to choose from instead of buttons. */
export const RADIO_OPTIONS_MAX = 6;
/** Length of the reason for a rejection. */
export const REASON_CHARS_MAX = 4_000;
/** How often shown ages are brought up to date. */
export const AGE_REFRESH_MS = 20_000;

/** Changed files that are listed at first; more on request. */
export const FILES_SHOWN_MAX = 200;
/** Changed files whose hunks are shown without a click. */
export const FILES_OPEN_MAX = 20;
/** Hunks of a file that are shown at first; more on request. */
export const HUNKS_SHOWN_MAX = 50;
/** Characters of a text from before or after a change that are shown. */
export const FILE_SHOWN_CHARS_MAX = 200_000;
