// Every limit of the server itself, with its name. Dialects have their own.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface ServerLimits {
  /** A larger body is refused with 413. */
  readonly bodyBytesMax: number;
  /** Bytes of bodies that are received and parsed at the same time. Beyond it requests are refused with 503. */
  readonly bodiesBytesMax: number;
  /** The same of one caller. Beyond it requests are refused with 429. */
  readonly bodiesBytesPerCallerMax: number;
  /** A body up to this size is small: it only counts against the server's total, part of which is reserved for small bodies. */
  readonly smallBodyBytesMax: number;
  readonly smallBodiesBytesReserved: number;
  /** A longer target (path and query) is refused with 414. */
  readonly urlBytesMax: number;
  /** Everything before the body; more is refused with 431. */
  readonly headBytesMax: number;
  /** How long a client may take to send what comes before the body, and the whole request. Then the connection is closed. */
  readonly headMs: number;
  readonly requestMs: number;
  /** How often connections are checked for these two. Often: thousands that are closed in one go would keep others waiting. */
  readonly headSweepMs: number;
  /** A connection whose reader takes nothing for so long, while there is something to take, is closed. */
  readonly stalledMs: number;
  /** How long a connection without a request is kept. */
  readonly keepAliveMs: number;
  /** Beyond it, and beyond three quarters of the files that the process may open, new connections are closed at once. */
  readonly connectionsMax: number;
  /** Connections that have shown no key. Beyond it the one that has waited longest makes room for the next. */
  readonly unknownConnectionsMax: number;
  readonly streamsMax: number;
  readonly webSocketsMax: number;
  /** Between two comments on a stream of events, so that nothing on the way takes it for dead. */
  readonly streamKeepAliveMs: number;
  /** Unsent bytes of one connection above which its sender is told to wait. */
  readonly streamBytesHigh: number;
  /** A stream that has more than this unsent is cut off at the next event. */
  readonly streamBytesMax: number;
  /** A reader that leaves no room for so long is cut off. */
  readonly streamFullMs: number;
  /** How often all streams are looked at. */
  readonly streamSweepMs: number;
  /** Of one caller. Generous: it is there to stop what runs wild. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  /** Requests of one address that had no right to be answered. */
  readonly refusalsPerSecond: number;
  readonly refusalsBurst: number;
  /** Callers and addresses that are remembered for it. */
  readonly bucketsMax: number;
  /** How long the last connections get to take what was sent, after everything else has ended. */
  readonly closeMs: number;
}

export const defaultLimits: ServerLimits = {
  bodyBytesMax: 16 * MIB,
  bodiesBytesMax: 96 * MIB,
  bodiesBytesPerCallerMax: 64 * MIB,
  smallBodyBytesMax: 64 * KIB,
  smallBodiesBytesReserved: 8 * MIB,
  urlBytesMax: 8 * KIB,
  headBytesMax: 32 * KIB,
  headMs: 15_000,
  requestMs: 120_000,
  headSweepMs: 100,
  stalledMs: 60_000,
  keepAliveMs: 65_000,
  connectionsMax: 20_000,
  unknownConnectionsMax: 8_000,
  streamsMax: 16_000,
  webSocketsMax: 4_000,
  streamKeepAliveMs: 15_000,
  streamBytesHigh: 64 * KIB,
  streamBytesMax: 8 * MIB,
  streamFullMs: 30_000,
  streamSweepMs: 1_000,
  requestsPerSecond: 50_000,
  requestsBurst: 100_000,
  refusalsPerSecond: 20,
  refusalsBurst: 200,
  bucketsMax: 10_000,
  closeMs: 2_000,
};

/** What a client is told to wait before it tries again a server that ends, or one that had enough. */
export const RETRY_AFTER_SECONDS = 5;
/** The same while too many large bodies are being received, which is over soon. */
export const BUSY_RETRY_SECONDS = 1;
/** How much of an unknown path the error about it repeats. */
export const ECHOED_PATH_CHARS_MAX = 200;
/** How long a browser that was let in stays so. */
export const COOKIE_MAX_AGE_SECONDS: number = 30 * 24 * 60 * 60;
/** How long a browser may keep what it was told about another origin's rights. */
export const PREFLIGHT_MAX_AGE_SECONDS = 600;
/** How long running turns get to end with the server, unless its owner says otherwise. */
export const DRAIN_GRACE_MS = 10_000;
/** How long a client that is refused may go on sending before its connection is closed. */
export const LINGER_MS = 2_000;
/** How much of the files that a process may have open connections may take. */
export const FILES_SHARE = 0.75;
/** After so long without traffic the system asks whether the other side of a connection is still there. */
export const PROBE_AFTER_MS = 60_000;
