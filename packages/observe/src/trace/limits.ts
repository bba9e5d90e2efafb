// Every limit of traces, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A longer line of a trace is reported as damage; its text is not kept. */
export const TRACE_LINE_BYTES_MAX: number = 64 * MIB;
/** What is kept of a line that cannot be read. */
export const DAMAGE_CHARS_MAX = 200;

/** A file of a recording is followed by the next one above this. */
export const RECORD_BYTES_MAX: number = 256 * MIB;
/** The newest and those before it; older ones are deleted. */
export const RECORD_FILES_MAX = 4;
/** Frames that wait to be written; above this they are dropped, and counted. */
export const RECORD_QUEUE_BYTES_MAX: number = 4 * MIB;
export const RECORD_QUEUE_FRAMES_MAX = 20_000;
/** Text is made and written in pieces of about this size, so that traffic gets its turn in between. */
export const RECORD_BATCH_CHARS: number = 256 * KIB;
/** How long one piece may take to be made. */
export const RECORD_SLICE_MS = 4;
/** After a failure, writing is tried again this often. */
export const RECORD_RETRY_MS = 2_000;

/** Requests without an answer that are remembered, for each side. */
export const OPEN_REQUESTS_MAX = 10_000;
/** Ids of requests that were answered are remembered, to know a second answer. */
export const ANSWERED_IDS_MAX = 50_000;
/** Sessions, tool calls and terminals that are told apart; what comes after that is not looked at. */
export const NAMES_MAX = 50_000;
/** Times that percentiles are taken from; the largest is known of all. */
export const SAMPLES_MAX = 100_000;
/** Findings that are listed; all are counted. */
export const FINDINGS_MAX = 10_000;
/** What is said about one message that does not fit the schema. */
export const SCHEMA_ERRORS_MAX = 3;
/** What is shown of a text in one line. */
export const SUMMARY_CHARS_MAX = 160;

export const QUERY_CHARS_MAX = 4_000;
export const QUERY_DEPTH_MAX = 50;
/** Values that a path through lists may lead to. */
export const QUERY_VALUES_MAX = 1_000;

/** Frames of a trace that is held in memory, to be compared or replayed. */
export const HELD_FRAMES_MAX = 500_000;
export const HELD_BYTES_MAX: number = 512 * MIB;
/** Lists and objects in lists and objects, when two messages are compared. */
export const COMPARE_DEPTH_MAX = 200;

/** How long a request that was recorded earlier is waited for, when a later one came first. */
export const REORDER_MS = 300;
/** How long a recorded notification of the other side is waited for. */
export const NOTIFICATION_MS = 2_000;
/** What the other side sent and the recording has not come to. */
export const REPLAY_QUEUE_MAX = 10_000;
/** Mismatches that are told one by one. */
export const MISMATCHES_MAX = 1_000;
