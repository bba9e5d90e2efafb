// Every limit of telemetry, with its name.

/** Finished spans and measurements that wait to be sent; with more, the newest are dropped and counted. */
export const SPANS_QUEUED_MAX = 2_048;
export const MEASUREMENTS_QUEUED_MAX = 2_048;
/** Spans of one request to the collector. */
export const SPANS_PER_BATCH_MAX = 512;
/** How long a span waits for others. */
export const BATCH_DELAY_MS = 5_000;
/** How often metrics are sent. */
export const METRICS_INTERVAL_MS = 60_000;
/** One delivery with all its retries. */
export const SEND_TIMEOUT_MS = 10_000;
export const RETRY_FIRST_MS = 500;
export const RETRY_MAX_MS = 5_000;
export const RETRIES_MAX = 5;
/** What is read of the collector's answer. */
export const ANSWER_BYTES_MAX = 65_536;
/** For the last spans when we end: nobody waits longer for a collector. */
export const CLOSE_MS = 2_000;

/** Sessions of a connection, and what is open in one; with more, the oldest are ended as unfinished. */
export const SESSIONS_MAX = 200;
export const TURNS_OPEN_MAX = 100;
export const TOOL_CALLS_OPEN_MAX = 500;
export const TOOL_CALLS_ENDED_MAX = 1_000;
export const PERMISSIONS_OPEN_MAX = 100;
export const REQUESTS_OPEN_MAX = 1_000;

export const ATTRIBUTES_MAX = 64;
export const EVENTS_MAX = 128;
export const NAME_CHARS_MAX = 200;
export const ATTRIBUTE_CHARS_MAX = 1_000;
/** Of what was said, where that is captured. */
export const CONTENT_CHARS_MAX = 32_768;
export const TRACESTATE_CHARS_MAX = 512;
/** Of one recording; the rest is left out, and how many is said. */
export const EXPORTED_SPANS_MAX = 500_000;
