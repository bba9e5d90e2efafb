// Every limit of the embedded store, with its name.

const KIB = 1024;

/** One row of events: longer batches are cut, so that a page costs little more than what is on it. A single line may be longer. */
export const BATCH_EVENTS_MAX = 256;
export const BATCH_CHARS_MAX: number = 256 * KIB;

/** Rows of events that are read at a time when a session is copied. */
export const COPY_ROWS = 64;

/** With less room than this on its disk (1 MiB) the store counts as full. */
export const FREE_BYTES_MIN: number = 1024 * KIB;

/** How often the path is looked at while there is something to write: a file that was deleted takes everything, and keeps nothing. */
export const PLACE_LOOK_MS = 250;

/** How long another process that looks into the file may hold us up. */
export const BUSY_MS = 2_000;
/** The log beside the file is brought into it when it has so many pages (16 MiB); everybody waits for the disk then. */
export const CHECKPOINT_PAGES = 4_096;
/** Statements that are kept ready. */
export const STATEMENTS_MAX = 200;
/** Pages of sessions that are kept until they change. */
export const LISTS_KEPT = 16;
/** Rows that are taken away at a time; others have their turn in between. */
export const PRUNE_ROWS = 1_000;
/** Keys beyond their life that each new key takes along. */
export const KEYS_DROPPED = 100;

/** Texts of the same millisecond that can be told apart; more of them count as a little later. */
export const TEXTS_PER_MS = 1_024;
/** Later times than this (in the year 2248) count as this. */
export const TEXT_AT_MAX: number = 2 ** 43 - 2;
/** Texts that are deleted at a time; others have their turn in between. */
export const TEXTS_DELETED = 200;
/** Words around a match that are looked at. */
export const EXCERPT_WORDS = 32;
