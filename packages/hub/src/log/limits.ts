// Every limit of the log, with its name.

const MIB = 1024 * 1024;

/** A store that fails is tried again after this long, */
export const RETRY_MS = 500;
/** and so often; then what waits is given up, and the sessions are told. */
export const RETRIES_MAX = 20;

/** What a session keeps in memory of its latest events, for those who follow closely. */
export const TAIL_EVENTS_MAX = 1_000;
export const TAIL_CHARS_MAX: number = MIB;
/** What it keeps while everybody is up to date, for those who come a little late. */
export const TAIL_CAUGHT_UP_EVENTS = 100;

/** One read of the store for somebody who is behind. */
export const PAGE_EVENTS = 500;
export const PAGE_EVENTS_MAX = 5_000;
