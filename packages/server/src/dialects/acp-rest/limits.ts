// Every limit of the dialect, with its name.

/** Of the contract. */
export const AGENTS_LIMIT_DEFAULT = 10;
export const AGENTS_LIMIT_MAX = 1_000;

/** What one request may carry. */
export const MESSAGES_MAX = 1_000;
export const PARTS_MAX = 1_000;
export const KEY_CHARS_MAX = 256;

/** Characters that a run holds of its output; the events and the log hold everything. */
export const OUTPUT_CHARS_MAX: number = 32 * 1024 * 1024;
/** Tool calls of a run whose names are remembered, for updates that leave them out. */
export const TOOL_CALLS_MAX = 10_000;

/** One read of the log, while a run is looked at. */
export const PAGE_EVENTS = 1_000;

/** Runs whose output so far is kept in memory, so that asking for the status again reads only what is new, */
export const READ_RUNS_MAX = 64;
/** unless it is longer than this. */
export const READ_RUN_CHARS_MAX: number = 256 * 1024;

/** Sessions of which is kept where their turns begin. */
export const INDEXED_SESSIONS_MAX = 64;
