// Every limit of guarded connections, with its name.

/** Redirects that a guarded fetch follows. */
export const REDIRECTS_MAX = 5;
/** The head of an answer. */
export const ANSWER_HEAD_BYTES_MAX = 32 * 1024;
