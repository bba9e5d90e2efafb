// Every limit of this package, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface RpcLimits {
  /** A longer line is skipped, except for its beginning. */
  readonly lineBytesMax: number;
  /** An even longer line without an end closes the connection. */
  readonly endlessLineBytesMax: number;
  /** More invalid lines per minute close the connection. */
  readonly malformedPerMinuteMax: number;
  /** Above this much unsent output, a sender has to wait. */
  readonly outboundBytesHigh: number;
  /** Above this much unsent output the connection is closed: the other side has stopped reading. */
  readonly outboundBytesMax: number;
  /** Reading pauses while asynchronous notification handlers hold more than this. */
  readonly notificationBytesHigh: number;
  /** If a transport cannot apply back-pressure, more input than this while reading is paused closes the connection. */
  readonly pausedBytesMax: number;
  /** Above this number of unanswered requests, further ones are refused. */
  readonly inboundRequestsMax: number;
  /** How long a cancelled request waits for its answer. */
  readonly cancelGraceMs: number;
  /** How long closing waits for the other side to accept queued data, and for remaining data of a broken connection. */
  readonly closeGraceMs: number;
  /** How long an HTTP server may take to accept a message or to open a stream; a busy one delays requests. */
  readonly httpAnswerMs: number;
}

export const defaultLimits: RpcLimits = {
  lineBytesMax: 64 * MIB,
  endlessLineBytesMax: 256 * MIB,
  malformedPerMinuteMax: 10_000,
  outboundBytesHigh: MIB,
  outboundBytesMax: 256 * MIB,
  notificationBytesHigh: 4 * MIB,
  pausedBytesMax: 64 * MIB,
  inboundRequestsMax: 1024,
  cancelGraceMs: 5_000,
  closeGraceMs: 5_000,
  httpAnswerMs: 90_000,
};

/** How long one pipe is processed before others get a turn, and how many bytes are read between checks of the time. */
export const SLICE_MS = 10;
export const SLICE_BYTES: number = 8 * KIB;

/** Messages of one WebSocket that are delivered before others get a turn: most of the work comes after the delivery. */
export const SLICE_MESSAGES_MAX = 64;

/** How much is kept of a line that is too long. */
export const HEAD_BYTES: number = 4 * KIB;
export const TAIL_BYTES = 256;

/** Output collected within a tick is sent early once it is this long. */
export const WRITE_CHARS: number = 64 * KIB;

/** A longer line is not used as a pattern for the lines that follow. */
export const COMPARED_LINE_CHARS_MAX: number = 4 * KIB;
/** At most one line in this many becomes the pattern, because lines of alternating streams never match each other. */
export const LINES_PER_LESSON = 16;

/** Timers count in 32 bits and fire immediately above that, so a longer wait is treated as no limit. */
export const TIMER_MS_MAX: number = 2 ** 31 - 1;

export const CONNECT_TIMEOUT_MS = 30_000;
export const PING_INTERVAL_MS = 30_000;
/** A browser's WebSocket has no event for "sent", so its buffer is polled at this interval while a sender waits. */
export const DRAIN_POLL_MS = 20;

/** How much is read of the body of an HTTP error. */
export const ERROR_BODY_BYTES: number = 8 * KIB;
/** How often in a row a broken resumable stream is reopened, doubling the wait each time. */
export const RESUME_ATTEMPTS_MAX = 5;
export const RESUME_DELAY_MS = 100;
/** Number of released sessions to remember, because they may be opened again. */
export const RELEASED_SESSIONS_MAX = 1024;
/** The end of a stream may be the first sign that the whole connection has ended; its requests fail only after this. */
export const STREAM_LOSS_GRACE_MS = 100;
export const COOKIES_MAX = 50;
export const COOKIE_CHARS_MAX: number = 4 * KIB;
