// Every limit of the chaos suite.

/** The servers' lease, in seconds: short, so that a run sees several takeovers. */
export const LEASE_SECONDS = 4;
/** How long a client waits for one answer: a half-open connection never gives one. */
export const REQUEST_MS_MAX = 12_000;
/** How long a client stays with one turn. */
export const TURN_MS_MAX = 25_000;
/** How often a request with the same key is sent again. */
export const ATTEMPTS_MAX = 6;
export const RETRY_MS = 300;
/** How long the servers have, once everything is repaired, until no turn is left unfinished. */
export const SETTLE_MS_MAX = 120_000;
/** How long processes have to end after their server. */
export const EXIT_MS_MAX = 30_000;
export const SESSIONS_PER_CLIENT_MAX = 3;
/** The small disk of the embedded case. */
export const DISK_MEGABYTES = 32;
/** A server may find no database, or no space, while a fault lasts. */
export const START_TRIES_MAX = 60;
