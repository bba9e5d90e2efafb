// Every limit of this package, with its name.

/** A connection on which nothing was heard for this long is pinged. */
export const IDLE_MS = 1_000;
/** After this long without a word, the ping included, the state says that the connection is lost. */
export const SILENT_MS = 1_900;
/** After this long it is given up, and another one is opened: a busy server gets the time between. */
export const DEAD_MS = 4_000;
/** A timer that fires this much too late shows that the machine slept or this process was busy. */
export const LATE_MS = 500;

/** A server that has not answered by then counts as gone in the state. */
export const ANSWER_NOTICE_MS = 1_800;
/** Opening a connection is given up after this long. */
export const CONNECT_MS = 15_000;
/** How long a browser waits for the server to say why a WebSocket did not open. */
export const PROBE_MS = 2_000;

/** Waits between attempts to connect, each shortened at random by up to a half; the last one repeats. */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 100, 250, 500, 1_000, 2_000];
/** While the token is wrong or the version differs, which another attempt rarely changes. */
export const REFUSED_RETRY_MS = 2_000;
/** A connection that lasted this long ends a series of failed attempts. */
export const STABLE_MS = 5_000;

/** How long a request may take, the time without a connection included. */
export const REQUEST_MS = 60_000;
/** Requests that wait for a connection or an answer. */
export const REQUESTS_MAX = 1_000;
/** Sessions that are followed at a time; the server takes no more from one connection. */
export const FOLLOWED_MAX = 256;
/** Events that are fetched at a time to fill a gap. */
export const GAP_PAGE_EVENTS = 1_000;
/** The wait before a session is followed again whose log the server closed. */
export const FOLLOW_AGAIN_MS = 1_000;
/** Turns with `onDisconnect: "cancel"` whose end was not asked for yet. */
export const HELD_TURNS_MAX = 1_000;
/** Terminals that are followed at a time; the server takes no more from one connection. */
export const FOLLOWED_TERMINALS_MAX = 64;
