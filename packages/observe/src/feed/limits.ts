// Every limit of the feed, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Where the feed is, unless somebody says otherwise. */
export const FEED_HOST = "127.0.0.1";
export const FEED_PORT = 17_320;

/** The time between two deltas, and how it is when nothing happened for so many of them. */
const TICK_MS = 100;
export const IDLE_TICK_MS = 500;
export const IDLE_TICKS = 20;

/** How long a new reader may keep silent before it gets the plain format: ours says hello at once. */
const HELLO_WAIT_MS = 100;
/** Who needs the token and does not show it in this time is cut off. */
const TOKEN_WAIT_MS = 5_000;

const READERS_MAX = 128;
export const PUBLISHERS_MAX = 128;
/** Connections beyond those are told so, these many at once; even more are dropped. */
export const REFUSALS_MAX = 64;
export const REFUSAL_WAIT_MS = 1_000;

/** A reader that is behind by more gets a fresh snapshot instead of what it missed. */
const BEHIND_LINES_MAX = 256;
const BEHIND_BYTES_MAX: number = MIB;
/** Whoever takes nothing at all for this long is cut off. */
const STALLED_MS = 30_000;

/** A line from somebody who has not proved anything, and from a publisher. */
export const REQUEST_BYTES_MAX: number = 64 * KIB;
export const PUBLISHED_BYTES_MAX: number = 4 * MIB;
/** A line that a reader takes from a feed: the plain format has all files of a session in one. */
export const READ_BYTES_MAX: number = 64 * MIB;
/** Lines that mean nothing; more than these on one connection end it. */
const MALFORMED_MAX = 1_000;
/** Files are sent in lines of about this length in the rich format. */
export const PART_BYTES: number = 256 * KIB;

/** What one publisher may show, and what all of them together may. */
export const PUBLISHED_SESSIONS_MAX = 256;
export const SESSIONS_MAX = 1_024;
export const FILES_MAX = 50_000;
export const TOOL_CALLS_MAX = 200;
/** Of those that are over, the latest are sent. */
export const TOOL_CALLS_SENT_MAX = 60;
export const TOOL_COUNTS_MAX = 200;
export const EVENTS_MAX = 200;
export const TEXT_CHARS_MAX = 1_000;
export const PATH_CHARS_MAX = 4_096;

/** A publisher whose connection broke may come back; then what it showed is gone. */
const PUBLISHER_GRACE_MS = 3_000;

/** Between two attempts to serve or to join; they grow, and each is somewhere in between, so that not all come at once. */
export const ATTEMPT_MS = 50;
export const ATTEMPT_MS_MAX = 5_000;
/** How long one who opens a feed goes on trying before it gives up. */
export const OPEN_MS_MAX = 5_000;
/** A feed that does not say who it is in this time is none. */
export const JOIN_WAIT_MS = 3_000;

/** A reader tries again after this, and then less often. */
export const RECONNECT_MS = 250;
export const RECONNECT_MS_MAX = 5_000;
/** Answers that a reader waits for. */
export const RPC_PENDING_MAX = 256;
export const RPC_WAIT_MS = 10_000;

/** Those that a test may change. */
export interface FeedLimits {
  readonly tickMs: number;
  readonly helloWaitMs: number;
  readonly tokenWaitMs: number;
  readonly readersMax: number;
  readonly behindLinesMax: number;
  readonly behindBytesMax: number;
  readonly stalledMs: number;
  readonly malformedMax: number;
  readonly publisherGraceMs: number;
  readonly openMsMax: number;
}

export const feedLimits: FeedLimits = {
  tickMs: TICK_MS,
  helloWaitMs: HELLO_WAIT_MS,
  tokenWaitMs: TOKEN_WAIT_MS,
  readersMax: READERS_MAX,
  behindLinesMax: BEHIND_LINES_MAX,
  behindBytesMax: BEHIND_BYTES_MAX,
  stalledMs: STALLED_MS,
  malformedMax: MALFORMED_MAX,
  publisherGraceMs: PUBLISHER_GRACE_MS,
  openMsMax: OPEN_MS_MAX,
};
