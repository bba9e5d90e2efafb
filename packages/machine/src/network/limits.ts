// Every limit of guarded connections, with its name.

/** Redirects that a guarded fetch follows. */
export const REDIRECTS_MAX = 5;
/** Size of the headers of a response. */
export const RESPONSE_HEAD_BYTES_MAX = 32 * 1024;
