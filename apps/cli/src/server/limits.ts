// Timeouts and limits for talking to a server.

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
/** Maximum number of search results to request. */
export const HITS_MAX = 200;
/** Maximum size of an imported session, because servers refuse larger bodies. */
export const IMPORT_BYTES_MAX: number = 16 * 1024 * 1024;
/** Maximum length of one event in an export. */
export const LINE_CHARS_MAX: number = 64 * 1024 * 1024;
