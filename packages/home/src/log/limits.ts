// Every limit of the session log, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface SessionLogLimits {
  /** A log that has grown to this takes no more events; its last one is a note that says so. */
  readonly logBytesMax: number;
  /** A longer line is damage. The largest message of an agent fits, and what is put around it. */
  readonly lineBytesMax: number;
  /** What was appended is handed on without being asked once it is this long. */
  readonly flushChars: number;
  /** What waits for a disk that takes nothing. Events past it are lost, and a note will say how many. */
  readonly waitingCharsMax: number;
}

export const defaultSessionLogLimits: SessionLogLimits = {
  logBytesMax: 1024 * MIB,
  lineBytesMax: 128 * MIB,
  flushChars: MIB,
  waitingCharsMax: 16 * MIB,
};

/** A log is read in pieces of this size. */
export const READ_BYTES: number = 256 * KIB;
/** What is read of a log to see its first line. */
export const LOG_HEADER_BYTES_MAX: number = 64 * KIB;
/** Damaged lines that are told one by one. */
export const DAMAGE_MAX = 1_000;
/** Logs that are read at a time to mend the index. */
export const READS_AT_ONCE = 8;

/** A title made of a prompt; characters, the dots included. */
export const TITLE_CHARS_MAX = 50;
/** A title that the agent gave. */
export const AGENT_TITLE_CHARS_MAX = 200;
/** A name that the user gave. */
export const NAME_CHARS_MAX = 200;
/** What is looked at of a text to make a title of it. */
export const TITLE_SOURCE_CHARS: number = 16 * KIB;

/** A shorter beginning of an id finds nothing. */
export const ID_PREFIX_CHARS_MIN = 4;
/** Sessions that are named when several fit. */
export const SHOWN_MATCHES_MAX = 5;

/** The index is rewritten when it is so many times as large as after the last time, and this much more. */
export const INDEX_GROWTH_MAX = 1.05;
export const INDEX_SLACK_BYTES: number = 64 * KIB;
/** Where an index says what it is. */
export const INDEX_HEADER_CHARS_MAX = 256;
/** How long an entry waits for somebody who rewrites the index. */
export const INDEX_WAIT_MS = 500;
/** How often an entry is written again because the index was replaced meanwhile. */
export const INDEX_ATTEMPTS_MAX = 5;
/** Entries that are written at a time while the index is mended. */
export const INDEX_BATCH = 200;
/** Lines of the index that are parsed one by one; for more, all of them are in one go. */
export const PARSED_ALONE_MAX = 500;
/** Entries whose log is looked at for every list. */
export const CHECKED_MAX = 100;

/** A search for more is refused. */
export const QUERY_CHARS_MAX = 1_000;
export const QUERY_WORDS_MAX = 32;
/** What is shown around a match, on either side; and what is looked at to find secrets in it. */
export const EXCERPT_CHARS = 60;
/** A private key is longer than what is shown around a match; all of it is seen, so that it is recognised. */
export const EXCERPT_SOURCE_CHARS: number = 8 * KIB;
/** Messages that grow at the same time; a log with more is searched event by event. */
export const FLOWS_MAX = 1_000;
/** How long a search keeps everybody else waiting. */
export const SEARCH_SLICE_MS = 10;

/** A session is read in pieces that have come to rest; after this many events it is looked which have. */
export const SETTLE_EVENTS = 2_000;
/** More items than this are not held back, and neither is more output of terminals. */
export const UNSETTLED_ITEMS_MAX = 3_000;
export const UNSETTLED_OUTPUT_CHARS_MAX: number = 4 * MIB;

/** Streamed text is put together up to about here before secrets are looked for, so that none is cut in two and missed. */
export const REDACTED_RUN_CHARS: number = 64 * KIB;
/** Deeper than this nothing is looked at; it is left out. */
export const PAYLOAD_DEPTH_MAX = 64;

/** Lines around a change, in an exported diff. */
export const DIFF_CONTEXT_LINES = 3;
/** Two texts that are further apart than this many lines are shown as one change. */
export const DIFF_EDITS_MAX = 500;
/** The end of code in a line is looked for among so many runs of backticks. */
export const CODE_RUNS_MAX = 100;
