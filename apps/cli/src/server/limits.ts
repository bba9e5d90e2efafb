// What is waited for and taken of a server, with names.

/** How long a server may take to answer the first check. */
export const CHECK_MS = 5_000;
/** How long it may take to answer any other request, except for streams. */
export const ANSWER_MS = 60_000;
export const TOKEN_BYTES_MAX = 4_096;
/** Maximum length of an error response that is read. */
export const ERROR_CHARS_MAX = 2_000;
/** Sessions in one page of a list, and pages. */
export const PAGE_SESSIONS = 200;
export const PAGES_MAX = 500;
/** The most that a search is asked for. */
export const HITS_MAX = 200;
/** What is sent as one session: a server takes no larger bodies. */
export const IMPORT_BYTES_MAX: number = 16 * 1024 * 1024;
/** One event of an export. */
export const LINE_CHARS_MAX: number = 64 * 1024 * 1024;
