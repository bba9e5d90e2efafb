// Every limit of this package, with its name.

/** A connection that was silent for this long is pinged. */
const IDLE_MS = 1_000;
/** After this long without a message, including the ping's answer, the state shows a lost connection. */
const SILENT_MS = 1_900;
/** After this long it is closed and another one is opened. The time in between is for busy servers. */
const DEAD_MS = 4_000;
/** If a timer fires this late, the machine slept or this process was busy. */
export const LATE_MS = 500;

/** A server that has not answered by then is shown as gone. */
const ANSWER_NOTICE_MS = 1_800;
/** Timeout for opening a connection. */
export const CONNECT_MS = 15_000;
/** How long a browser waits for the server's reason why a WebSocket did not open. */
export const PROBE_MS = 2_000;

/** Waits between attempts to connect, each shortened at random by up to a half; the last one repeats. */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 100, 250, 500, 1_000, 2_000];
/** The wait while the token is wrong or the version differs, which another attempt rarely changes. */
const REFUSED_RETRY_MS = 2_000;
/** A connection that lasted this long ends a series of failed attempts. */
export const STABLE_MS = 5_000;

/** Timeout of a request, including the time without a connection. */
export const REQUEST_MS = 60_000;
/** Requests that wait for a connection or an answer. */
export const REQUESTS_MAX = 1_000;
/** Sessions followed at the same time; the server's limit for one connection. */
export const FOLLOWED_MAX = 256;
/** Events that are fetched at a time to fill a gap. */
export const GAP_PAGE_EVENTS = 1_000;
/** The wait before following a session again after the server closed its log. */
export const FOLLOW_AGAIN_MS = 1_000;
/** Turns with `onDisconnect: "cancel"` whose end was not requested yet. */
export const HELD_TURNS_MAX = 1_000;
/** Terminals followed at the same time; the server's limit for one connection. */
export const FOLLOWED_TERMINALS_MAX = 64;

/** The limits of a connection that a test may change. */
export interface ConnectionLimits {
  readonly idleMs: number;
  readonly silentMs: number;
  readonly deadMs: number;
  readonly answerNoticeMs: number;
  readonly refusedRetryMs: number;
}

export const connectionLimits: ConnectionLimits = {
  idleMs: IDLE_MS,
  silentMs: SILENT_MS,
  deadMs: DEAD_MS,
  answerNoticeMs: ANSWER_NOTICE_MS,
  refusedRetryMs: REFUSED_RETRY_MS,
};
