// Every limit of this package, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

// Our own files, audit and questions

/** A larger file (manifest, cache, configuration) is not one of ours. */
export const OWN_FILE_BYTES_MAX: number = 4 * MIB;

/** The audit starts a new file when this one is larger. */
export const AUDIT_BYTES_MAX: number = 8 * MIB;
/** Old audit files that are kept. */
export const AUDIT_FILES_MAX = 3;
/** Lines that wait to be written; further ones are dropped and counted. */
export const AUDIT_LINES_MAX = 10_000;
/** Decisions that are read at a time, unless a number is given, and at most. */
export const AUDIT_PAGE = 100;
export const AUDIT_PAGE_MAX = 1_000;

/** Grants of one turn; the oldest is dropped first, and asked about again. */
export const GRANTS_MAX = 1_000;
/** Files, commands and addresses that one call may access. */
export const CLAIMS_MAX = 1_000;
/** Broken rules that are named in a session. */
export const RULE_PROBLEMS_MAX = 10;
/** Characters of a path or a command in a title. */
export const QUESTION_CHARS_MAX = 300;
/** Characters of an error or an answer in a reason. */
export const REASON_CHARS_MAX = 1_000;

// Claims

/** How often a caller that does not wait tries, so that one of several gets it, and the pause between. */
export const CLAIM_ATTEMPTS_MIN = 4;
export const CLAIM_RETRY_MS = 10;
/** Longer waits poll less often: the system does not report that a claim is gone. */
export const CLAIM_LOOK_MS = 25;
/** An empty claim this old was left by a process that died while writing it. */
export const CLAIM_EMPTY_AGE_MS = 10_000;
/** A process that cannot be checked (on another machine, in another container) counts as alive while its claim is younger. */
export const CLAIM_AGE_MS = 600_000;
/** How often a claim is refreshed within the age at which it expires. */
export const CLAIM_BEATS = 10;
export const CLAIM_BYTES_MAX = 4_096;

/** Changing a file takes milliseconds: how long to wait for others, and when the claim of an unchecked process expires. */
export const CHANGE_WAIT_MS = 15_000;
export const CHANGE_AGE_MS = 10_000;

// Files that users write

/** A larger file counts as broken. */
export const USER_FILE_BYTES_MAX: number = 4 * MIB;
/** MCP servers that one file may name: each is a process or a connection of every session. */
export const MCP_SERVERS_MAX = 100;
/** Mistakes of one file that are named. */
export const MCP_PROBLEMS_MAX = 20;
/** Length of the values of variables in one file. */
export const EXPANDED_CHARS_MAX: number = MIB;
/** Part of an invalid value that an error shows. */
export const SHOWN_VALUE_CHARS_MAX = 100;

/** Choices for a session are forgotten after this; a session is rarely resumed that late. */
export const SESSION_CHOICE_AGE_MS: number = 30 * 24 * 60 * 60 * 1_000;

// Session logs

export interface SessionLogLimits {
  /** A log of this size accepts no more events; its last one is a note that says so. */
  readonly logBytesMax: number;
  /** A longer line is damage. The largest message of an agent fits, with its envelope. */
  readonly lineBytesMax: number;
  /** Appended text is written without a flush once it is this long. */
  readonly flushChars: number;
  /** Text that waits for a disk that accepts nothing. Events beyond it are lost, and a note says how many. */
  readonly waitingCharsMax: number;
}

export const defaultSessionLogLimits: SessionLogLimits = {
  logBytesMax: 1024 * MIB,
  lineBytesMax: 128 * MIB,
  flushChars: MIB,
  waitingCharsMax: 16 * MIB,
};

/** A log is read in blocks of this size. */
export const READ_BYTES: number = 256 * KIB;
/** Enough of a log for its first line. */
export const LOG_HEADER_BYTES_MAX: number = 64 * KIB;
/** Damaged lines that are reported one by one. */
export const DAMAGE_MAX = 1_000;
/** Logs that are read in parallel to repair the index. */
export const READS_AT_ONCE = 8;

/** Characters of a title from a prompt, including the ellipsis. */
export const TITLE_CHARS_MAX = 50;
/** Characters of a title from the agent. */
export const AGENT_TITLE_CHARS_MAX = 200;
/** Characters of a name from the user. */
export const NAME_CHARS_MAX = 200;
/** Characters of a text that are considered for a title. */
export const TITLE_SOURCE_CHARS: number = 16 * KIB;

/** A shorter start of an id matches nothing. */
export const ID_PREFIX_CHARS_MIN = 4;
/** Sessions that are named when several match. */
export const SHOWN_MATCHES_MAX = 5;

/** The index is rewritten when it has grown by this factor since the last time, and by this many bytes. */
export const INDEX_GROWTH_MAX = 1.05;
export const INDEX_SLACK_BYTES: number = 64 * KIB;
/** The part of an index that contains its version. */
export const INDEX_HEADER_CHARS_MAX = 256;
/** How long an entry waits for a rewrite of the index. */
export const INDEX_WAIT_MS = 500;
/** How often an entry is written again because the index was replaced meanwhile. */
export const INDEX_ATTEMPTS_MAX = 5;
/** Entries that are written in parallel while the index is repaired. */
export const INDEX_BATCH = 200;
/** Lines of the index that are parsed one by one; for more, all are parsed at once. */
export const PARSED_ALONE_MAX = 500;
/** Entries whose log is checked for every list. */
export const CHECKED_MAX = 100;

/** A search for more is refused. */
export const QUERY_CHARS_MAX = 1_000;
export const QUERY_WORDS_MAX = 32;
/** Characters shown around a match, on either side; and characters that are checked for secrets. */
export const EXCERPT_CHARS = 60;
/** A private key is longer than the text around a match; all of it is read, so that it is recognized. */
export const EXCERPT_SOURCE_CHARS: number = 8 * KIB;
/** Messages that grow at the same time; a log with more is searched event by event. */
export const FLOWS_MAX = 1_000;
/** How long a search may block this thread. */
export const SEARCH_SLICE_MS = 10;

/** A session is read in parts that are complete; after this many events it is checked which are. */
export const SETTLE_EVENTS = 2_000;
/** The maximum number of items that are held back, and of characters of terminal output. */
export const UNSETTLED_ITEMS_MAX = 3_000;
export const UNSETTLED_OUTPUT_CHARS_MAX: number = 4 * MIB;

/** Streamed text is assembled up to about this size before secrets are searched, so that none is cut in two and missed. */
export const REDACTED_RUN_CHARS: number = 64 * KIB;
/** Deeper values are left out. */
export const PAYLOAD_DEPTH_MAX = 64;

/** Context lines around a change, in an exported diff. */
export const DIFF_CONTEXT_LINES = 3;
/** Two texts that are further apart than this many lines are shown as one change. */
export const DIFF_EDITS_MAX = 500;
/** Runs of backticks in a line that are searched for the end of code. */
export const CODE_RUNS_MAX = 100;

/** How long a server may take to prove that it is this home's. */
export const SERVER_PROOF_MS = 5_000;
