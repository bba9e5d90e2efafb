// Every limit of the stores.

const KIB = 1024;
const MIB = 1024 * KIB;

// Any store

/** One page of a list; a request for more gets this and a cursor. */
export const PAGE_ROWS_MAX = 1_000;
/** Lists that have no pages end here. */
export const LIST_ROWS_MAX = 10_000;
export const CURSOR_CHARS_MAX = 1_024;
/** How long an idempotency key stands for what was made with it first. */
export const KEY_LIFE_MS: number = 24 * 60 * 60_000;
/** A longer search is refused. */
export const QUERY_CHARS_MAX = 1_000;
export const QUERY_WORDS_MAX = 32;
/** The rest of a longer text is not found. */
export const SEARCHED_TEXT_CHARS_MAX: number = MIB;
/** What an excerpt shows on either side of a match. */
export const EXCERPT_CHARS = 80;

/** Rows of usage in one reply. */
export const USAGE_ROWS_MAX = 5_000;
/** Usage of earlier days is deleted. */
export const USAGE_DAYS_MAX = 800;
/** Of one turn, so that the sum of very many of them still fits. */
export const USAGE_COUNT_MAX = 1e12;
export const USAGE_AMOUNT_MAX = 1e12;
/** The rest is not counted separately. All of them are one entry of an index, which PostgreSQL limits to 2,704 bytes. */
export const USAGE_FOLDER_CHARS_MAX = 400;
export const USAGE_NAME_CHARS_MAX = 100;
export const USAGE_CURRENCY_CHARS_MAX = 10;

/** The rest of a longer word is not compared. */
export const WORD_CHARS_MAX = 200;

// PostgreSQL

/** Connections of one server, besides the one that listens. */
export const CONNECTIONS_MAX = 10;
export const CONNECT_MS_MAX = 5_000;
/** An unused connection is closed after this time. */
export const IDLE_CONNECTION_MS = 30_000;
/** The server cancels a statement that takes longer. */
export const STATEMENT_MS_MAX = 30_000;
/** How long a statement waits for rows that another transaction has locked. */
export const LOCK_MS_MAX = 10_000;
/** The server ends a transaction whose client has stopped in the middle of it. */
export const IDLE_TRANSACTION_MS_MAX = 15_000;
/** Attempts of a transaction that is in the way of another. */
export const CONFLICT_TRIES_MAX = 5;
/** How long a server may be silent before others take its sessions. */
export const LEASE_MS = 15_000;
/** It renews its lease this many times in that time. */
export const LEASE_BEAT_PARTS = 5;
/** One that is not answered within this part of it is tried again on another connection. */
export const LEASE_BEAT_WAITS = 2;
/** Servers that are listed. */
export const NODES_MAX = 1_000;
/** Servers that ended longer ago are forgotten. */
export const NODE_KEPT_MS: number = 24 * 60 * 60_000;
/** Attempts to claim a session that is released at the same time. */
export const CLAIM_ATTEMPTS_MAX = 3;
/** Sessions without an owner that a server takes at a time. */
export const ORPHANS_MAX = 100;
/** How long changes wait for a statement that sends a notice anyway. */
export const NOTICE_DELAY_MS = 10;
/** How long they wait for such a statement to be done. */
export const CARRY_MS_MAX = 100;
/** How long a server that ends waits for its last notice. */
export const LAST_MS_MAX = 1_000;
export const LISTEN_RETRY_MS = 500;
/** Turns and sessions that a server has stored last, so that it need not read them before it changes them. */
export const CLAIMED_TURNS_MAX = 2_000;
export const CLAIMED_SESSIONS_MAX = 500;
/** PostgreSQL refuses notices of 8,000 bytes. */
export const NOTICE_BYTES_MAX = 7_500;
/** Texts that a search reads at a time. */
export const SEARCH_PAGE_ROWS = 50;
/** Text on either side of a match that an excerpt is made from. */
export const EXCERPT_AROUND_CHARS = 1_000;

// The embedded store

/** One row of events: longer batches are cut, so that a page costs little more than what is on it. A single line may be longer. */
export const BATCH_EVENTS_MAX = 256;
export const BATCH_CHARS_MAX: number = 256 * KIB;
/** Rows of events that are read at a time when a session is copied. */
export const COPY_ROWS = 64;
/** With less free space on its disk, the store counts as full. */
export const FREE_BYTES_MIN: number = MIB;
/** How often the path is checked while there is something to write: a deleted file accepts everything and keeps nothing. */
export const PATH_CHECK_MS = 250;
/** How long another process that reads the file may block us. */
export const BUSY_MS = 2_000;
/** The write-ahead log is copied into the file when it has this many pages (16 MiB); all writes wait for that. */
export const CHECKPOINT_PAGES = 4_096;
/** Prepared statements that are kept. */
export const STATEMENTS_MAX = 200;
/** Pages of sessions that are cached until they change. */
export const CACHED_PAGES_MAX = 16;
/** Rows that are pruned at a time; other work runs in between. */
export const PRUNE_ROWS = 1_000;
/** Expired keys that each new key removes. */
export const KEYS_DROPPED = 100;
/** Texts of the same millisecond with ids of their own; further ones count as a little later. */
export const TEXTS_PER_MS = 1_024;
/** Later times than this (in the year 2248) count as this. */
export const TEXT_AT_MAX: number = 2 ** 43 - 2;
/** Texts that are deleted at a time; other work runs in between. */
export const TEXTS_DELETED = 200;
/** Words around a match that an excerpt is made from. */
export const EXCERPT_WORDS = 32;
