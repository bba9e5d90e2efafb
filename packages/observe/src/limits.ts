// Every limit of this package, by the folder that uses it.

const KIB = 1024;
const MIB = 1024 * KIB;

/** The longest path and the longest other text that any part of this package keeps or shows. Longer paths are ignored. */
export const PATH_CHARS_MAX = 4_096;
export const TEXT_CHARS_MAX = 1_000;

// frames

/** A longer line is counted and its start kept; it is never decoded or parsed. */
export const FRAME_BYTES_MAX: number = MIB;
/** How much of the start and of the end of an overlong line is kept. */
export const HEAD_BYTES: number = 4 * KIB;
export const TAIL_BYTES = 256;
/** Initial buffer for a line that arrives in several chunks; it grows from here. */
export const LINE_BUFFER_BYTES: number = 4 * KIB;

// relay

/** One read of a pipe; the kernel's buffer holds no more. */
export const READ_BYTES: number = 64 * KIB;
/** Observation starts this long after forwarding: in a busy exchange the next message is forwarded first. */
export const LOOK_DELAY_MS = 5;
/** Forwarded bytes waiting to be observed. Above the maximum they are dropped and counted, until the queue is down to LOW. */
export const UNSEEN_BYTES_MAX: number = 4 * MIB;
export const UNSEEN_BYTES_LOW: number = 2 * MIB;
/** Small chunks cost more than their bytes. */
export const UNSEEN_CHUNKS_MAX = 20_000;
/** How long observation may delay a forward. A single message that takes longer is not interrupted. */
export const SLICE_MS = 1;
/** The connection counts as idle after this long without traffic. */
export const IDLE_MS = 2;
/** While bytes stream through, observation gets this share of the time that forwarding had. */
export const LOOK_SHARE = 0.25;
/** How much unused observation time can accumulate when the machine is busy. */
export const CREDIT_MS_MAX = 20;
/** How long forwarding runs alone once observation has used up its share. */
export const SHARE_WAIT_MS = 1;
/** At the end, how long observing the remaining traffic may take; the rest is dropped. */
export const SETTLE_MS_MAX = 5_000;
/** A listener that throws this often in a row is no longer called. */
export const LISTENER_FAILURES_MAX = 16;
/** Bytes a lane holds while its stages decide about messages or delay them. */
export const STAGED_BYTES_MAX: number = MIB;
/** A forwarded signal is followed by ending the agent and everything it started, this much later. */
export const SIGNAL_GRACE_MS = 5_000;
/** How long an agent that is being ended may take to exit on its own. */
export const END_GRACE_MS = 1_000;
/** How long an agent may keep running after its client is gone. */
export const GONE_GRACE_MS = 5_000;
/** How often the relay checks, after the client's last byte, whether the client is still there. */
export const GONE_CHECK_MS = 1_000;
/** Output of an agent that exited is drained until it has been quiet this long; a process it left behind may hold the pipe open. */
export const QUIET_MS = 250;
export const QUIET_CHECK_MS = 25;

// faults

/** A longer delay is a hanging connection, for which `cut` is the clearer fault. */
export const DELAY_MS_MAX = 600_000;
export const AFTER_MAX = 1_000_000_000;
/** In a garbled message the first byte is replaced, and on average one in this many of the others. */
export const GARBLED_ONE_IN = 16;

// pipe-policy

/** A larger message cannot be checked and is not forwarded. */
export const JUDGED_BYTES_MAX: number = 8 * MIB;
/** The client's messages are only read for the folders of its sessions. */
export const CLIENT_LINE_BYTES_MAX: number = MIB;
/** Sessions whose folders are remembered, and unanswered requests for a session; the oldest is dropped first. */
export const POLICY_SESSIONS_MAX = 1_024;
/** Announced tool calls that are remembered: a permission request may only name an id. */
export const POLICY_TOOL_CALLS_MAX = 1_024;
/** Paths, commands and URLs of one tool call that are checked, each list on its own. */
export const TOOL_CALL_SUBJECTS_MAX = 256;
/** Down to this depth a message may not repeat a name. Nothing below it is checked by a rule. */
export const REPEATED_DEPTH_MAX = 64;
/** Down to this depth, names that differ only in case count as the same. Environment variables are deeper. */
export const FOLDED_DEPTH_MAX = 5;
/** Batches inside batches. JSON-RPC has none, but a client might accept them. */
export const BATCH_DEPTH_MAX = 8;
/** How much of a path or command a refusal repeats. */
export const SUBJECT_CHARS_MAX = 500;

// extract

/** Unanswered requests in each direction; beyond this the oldest are forgotten. */
export const PENDING_REQUESTS_MAX = 5_000;
/** Sessions, tool calls and terminals of one connection; beyond this the least recently used are forgotten. */
export const EXTRACT_SESSIONS_MAX = 200;
export const EXTRACT_TOOL_CALLS_MAX = 2_000;
/** Tool calls of one connection that have ended, in case more is said about them. */
export const EXTRACT_ENDED_CALLS_MAX = 200;
export const TERMINALS_MAX = 500;
/** Concurrent prompts of one session. */
export const OPEN_TURNS_MAX = 100;
/** Reported accesses of running turns that are remembered; beyond this all are forgotten, and some are reported twice. */
export const SEEN_ACCESSES_MAX = 100_000;
/** Announced writes held back until they start; beyond this they are reported at once. */
export const HELD_WRITES_MAX = 2_000;
/** File accesses reported for one message. */
export const FILES_PER_MESSAGE_MAX = 1_000;
/** Entries read of a list in a message: locations, content, blocks, options. */
export const LIST_ITEMS_MAX = 2_000;
/** Options of one permission request, and paths reported with it. */
export const PERMISSION_OPTIONS_MAX = 20;
export const PERMISSION_PATHS_MAX = 200;
/** How much of a command, a prompt's text and an output is read. */
export const COMMAND_CHARS_MAX = 16_384;
export const PROMPT_CHARS_MAX = 262_144;
export const OUTPUT_CHARS_MAX = 65_536;
/** Words of a command, opening braces in it (the text after the last is not read), and how deep it may be nested. */
export const WORDS_MAX = 1_000;
export const BRACES_MAX = 200;
export const NESTING_MAX = 64;
/** The incomplete last line of a terminal that is kept until the rest arrives. */
export const LINE_REST_CHARS_MAX = 4_096;
/** Envelopes inside envelopes: a chain of proxies may be a component of another chain. */
export const ENVELOPES_MAX = 8;
/** Messages of a chain that may appear a second time, with or without an envelope; beyond this the oldest are forgotten. */
export const PASSED_ON_MAX = 2_000;
/** How much of such a message is compared. */
export const COMPARED_CHARS_MAX = 65_536;

// state

/** A file leaves the context after this many turns without an access. */
export const CONTEXT_TURNS = 3;
/** Outside the context a file keeps this share of its heat per step, and counts as cold below COLD_HEAT. */
export const HEAT_KEPT_PER_STEP = 0.95;
export const HEAT_STEP_MS = 100;
export const COLD_HEAT = 0.01;
/** If usage falls to this share or less between two reports, the context was compacted. */
export const COMPACTED_SHARE = 0.5;
/** Sessions of one agent; beyond this the least recently active one is dropped. */
export const WATCHED_SESSIONS_MAX = 100;
/** Files of one session, including cold ones; beyond this the coldest are dropped. */
export const WATCHED_FILES_MAX = 50_000;
/** Files that one tick reports, which bounds its duration; the rest follow with the next tick. */
export const CHANGED_PER_TICK_MAX = 2_000;
/** Most recent tool calls of a session. */
export const WATCHED_TOOL_CALLS_MAX = 200;
/** Tools that are counted by name; all others are counted together. */
export const TOOL_NAMES_MAX = 200;
export const OTHER_TOOLS = "(other tools)";
/** Most recent blocked requests and unapproved changes of a session. */
export const BLOCKED_MAX = 500;
export const UNASKED_MAX = 500;
/** Open permission requests and tool calls whose time is measured. */
export const OPEN_MAX = 1_000;

// unasked

export const UNASKED_SESSIONS_MAX = 100;
/** Per turn; beyond this the oldest are forgotten and count as approved. */
export const UNASKED_CALLS_MAX = 1_000;
export const UNASKED_PATHS_MAX = 20_000;
export const UNASKED_COMMANDS_MAX = 1_000;
export const UNASKED_QUESTIONS_MAX = 1_000;
export const UNASKED_RUNS_MAX = 1_000;
/** Per session. */
export const UNASKED_ALWAYS_MAX = 200;
/** Changed files that are reported one by one; the rest are reported as a number. */
export const CHANGES_REPORTED_MAX = 100;
/** How much of a command or path a message shows, and how many paths. */
export const SHOWN_CHARS_MAX = 120;
export const SHOWN_PATHS_MAX = 3;
/** How far a file system's clock may lag behind ours, and one that counts in seconds. */
export const STAMP_LAG_MS = 50;
export const COARSE_STAMP_LAG_MS = 2_000;

// feed

/** The default address. */
export const FEED_HOST = "127.0.0.1";
export const FEED_PORT = 17_320;
/** Time between two updates, and the longer time after this many ticks without any. */
const TICK_MS = 100;
export const IDLE_TICK_MS = 500;
export const IDLE_TICKS = 20;
/** A new reader that stays silent this long gets version 1; ours says hello at once. */
const HELLO_WAIT_MS = 100;
/** A connection that needs the token and does not present it in this time is closed. */
const TOKEN_WAIT_MS = 5_000;
const READERS_MAX = 128;
export const PUBLISHERS_MAX = 128;
/** Further connections get a refusal, this many at once; the rest are dropped. */
export const REFUSALS_MAX = 64;
export const REFUSAL_WAIT_MS = 1_000;
/** A reader that is further behind gets a new snapshot instead of what it missed. */
const BEHIND_LINES_MAX = 256;
const BEHIND_BYTES_MAX: number = MIB;
/** A connection that reads nothing for this long is closed. Connections are checked this often. */
const STALLED_MS = 30_000;
export const STALL_CHECK_MS = 1_000;
/** A line from a connection that has not proved it knows the token, and from a publisher. */
export const REQUEST_BYTES_MAX: number = 64 * KIB;
export const PUBLISHED_BYTES_MAX: number = 4 * MIB;
/** A line that a reader accepts: version 1 sends all files of a session in one. */
export const READ_LINE_BYTES_MAX: number = 64 * MIB;
/** More malformed lines than this close the connection. */
const MALFORMED_MAX = 1_000;
/** Version 2 sends files in lines of about this length. */
export const PART_BYTES: number = 256 * KIB;
/** Sessions of one publisher, and of all together. */
export const PUBLISHED_SESSIONS_MAX = 256;
export const FEED_SESSIONS_MAX = 1_024;
export const FEED_FILES_MAX = 50_000;
export const FEED_TOOL_CALLS_MAX = 200;
/** Finished tool calls that are sent, the most recent ones. */
export const TOOL_CALLS_SENT_MAX = 60;
export const TOOL_COUNTS_MAX = 200;
export const FEED_EVENTS_MAX = 200;
/** Blocked requests before a session joined the feed are sent only if they are this recent. */
export const RECENT_MS = 5_000;
/** Ended sessions that a reader keeps showing. */
export const ENDED_SESSIONS_MAX = 20;
/** A publisher whose connection broke may return within this time; then its sessions are removed. */
const PUBLISHER_GRACE_MS = 3_000;
/** Delay between attempts to serve or join; it doubles, with jitter so that processes do not collide. */
export const ATTEMPT_MS = 50;
export const ATTEMPT_MS_MAX = 5_000;
/** How long opening a feed is retried. */
export const OPEN_MS_MAX = 5_000;
/** A server that does not identify itself in this time is not a feed. */
export const JOIN_WAIT_MS = 3_000;
/** A reader reconnects after this delay, which doubles. */
export const RECONNECT_MS = 250;
export const RECONNECT_MS_MAX = 5_000;
/** Unanswered calls of a reader, and how long each may take. */
export const RPC_PENDING_MAX = 256;
export const RPC_WAIT_MS = 10_000;

/** The limits of a feed that a test may change. */
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

// trace

/** A longer line of a trace is reported as damaged; its text is not kept. */
export const TRACE_LINE_BYTES_MAX: number = 64 * MIB;
/** How much of an unreadable line is kept. */
export const DAMAGE_CHARS_MAX = 200;
/** The size at which a recording continues in a new file, and how many files are kept. */
export const RECORD_BYTES_MAX: number = 256 * MIB;
export const RECORD_FILES_MAX = 4;
/** Files of one recording that a reader looks for. */
export const RECORD_PARTS_MAX = 1_000;
/** How much of a file is read to find its header. */
export const HEADER_BYTES_MAX: number = 4 * KIB;
/** Frames waiting to be written; beyond this they are dropped and counted. */
export const RECORD_QUEUE_BYTES_MAX: number = 4 * MIB;
export const RECORD_QUEUE_FRAMES_MAX = 20_000;
/** Lines are formatted and written in batches of about this size and duration, so that traffic is not delayed. */
export const RECORD_BATCH_CHARS: number = 256 * KIB;
export const RECORD_SLICE_MS = 4;
/** Delay before a failed write is retried. */
export const RECORD_RETRY_MS = 2_000;
/** Text that must follow a streamed message before it is written: longer than any secret that is found by its shape. */
export const STREAM_TAIL_CHARS = 8_192;
/** Messages held back for that, and their bytes; beyond this they are written as they are known. */
export const STREAM_HELD_FRAMES_MAX = 5_000;
export const STREAM_HELD_BYTES_MAX: number = 2 * MIB;
/** Sessions whose streams are followed at the same time. */
export const STREAMS_MAX = 200;
/** Unanswered requests that are remembered, for each side. */
export const OPEN_REQUESTS_MAX = 10_000;
/** Ids of answered requests that are remembered, to recognise a second answer. */
export const ANSWERED_IDS_MAX = 50_000;
/** Sessions, tool calls and terminals that are tracked; later ones are ignored. */
export const NAMES_MAX = 50_000;
/** Samples that percentiles are taken from; the maximum covers all values. */
export const SAMPLES_MAX = 100_000;
/** Findings that are listed; all are counted. */
export const FINDINGS_MAX = 10_000;
/** Schema errors reported for one message. */
export const SCHEMA_ERRORS_MAX = 3;
/** How much of a text is shown in one line. */
export const SUMMARY_CHARS_MAX = 160;
export const QUERY_CHARS_MAX = 4_000;
export const QUERY_DEPTH_MAX = 50;
/** Values that a path through lists may lead to. */
export const QUERY_VALUES_MAX = 1_000;
/** Frames and bytes of a trace that is loaded into memory to be compared or replayed. */
export const LOADED_FRAMES_MAX = 500_000;
export const LOADED_BYTES_MAX: number = 512 * MIB;
/** Nesting depth up to which two messages are compared. */
export const COMPARE_DEPTH_MAX = 200;
/** How long a replay waits for an earlier recorded request when a later one arrived first. */
export const REORDER_MS = 300;
/** How long a replay waits for a recorded notification. */
export const NOTIFICATION_MS = 2_000;
/** Messages received that the replay has not reached yet. */
export const REPLAY_QUEUE_MAX = 10_000;
/** Mismatches that are reported one by one. */
export const MISMATCHES_MAX = 1_000;

// otel

/** Finished spans and measurements waiting to be sent; beyond this the newest are dropped and counted. */
export const SPANS_QUEUED_MAX = 2_048;
export const MEASUREMENTS_QUEUED_MAX = 2_048;
/** Spans in one request to the collector, and how long a span waits for others. */
export const SPANS_PER_BATCH_MAX = 512;
export const BATCH_DELAY_MS = 5_000;
/** How often metrics are sent. */
export const METRICS_INTERVAL_MS = 60_000;
/** One delivery with all its retries. */
export const SEND_TIMEOUT_MS = 10_000;
export const RETRY_FIRST_MS = 500;
export const RETRY_MAX_MS = 5_000;
export const RETRIES_MAX = 5;
/** How much of the collector's response is read. */
export const ANSWER_BYTES_MAX = 65_536;
/** How long exiting may wait for the collector to take the last spans. */
export const CLOSE_MS = 2_000;
/** Sessions of a connection, and open work in one; beyond this the oldest are ended as unfinished. */
export const SPAN_SESSIONS_MAX = 200;
export const TURNS_OPEN_MAX = 100;
export const TOOL_CALLS_OPEN_MAX = 500;
export const TOOL_CALLS_ENDED_MAX = 1_000;
export const PERMISSIONS_OPEN_MAX = 100;
export const REQUESTS_OPEN_MAX = 1_000;
export const ATTRIBUTES_MAX = 64;
export const SPAN_EVENTS_MAX = 128;
export const NAME_CHARS_MAX = 200;
export const ATTRIBUTE_CHARS_MAX = 1_000;
/** How much message content a span carries, where that is enabled. */
export const CONTENT_CHARS_MAX = 32_768;
export const TRACESTATE_CHARS_MAX = 512;
/** Spans exported from one recording; the rest are left out and counted. */
export const EXPORTED_SPANS_MAX = 500_000;
