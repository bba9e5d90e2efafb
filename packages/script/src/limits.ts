// Every limit of this package, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of scripts. */
export interface ScriptLimits {
  /** The number of lines that are read; the rest is reported as one problem. */
  readonly linesMax: number;
  readonly streamCountMax: number;
  /** COUNT × BYTES of one `stream`. */
  readonly streamBytesMax: number;
  readonly waitMsMax: number;
}

export const defaultScriptLimits: ScriptLimits = {
  linesMax: 1_000,
  streamCountMax: 1_000_000,
  streamBytesMax: 256 * MIB,
  waitMsMax: 600_000,
};

/** Limits of an agent's memory. */
export interface AgentLimits {
  readonly sessionsMax: number;
  /** Sessions in one answer to `session/list`. */
  readonly listPageSize: number;
  /** The size of one session's history; the oldest entries are dropped first. */
  readonly historyEntriesMax: number;
  readonly historyCharsMax: number;
}

export const defaultAgentLimits: AgentLimits = {
  sessionsMax: 1_000,
  listPageSize: 50,
  historyEntriesMax: 2_000,
  historyCharsMax: 512 * KIB,
};

/** The largest line number in the protocol. */
export const FILE_LINES_MAX = 0xffff_ffff;
/** Characters of a prompt that an answer quotes. */
export const QUOTE_CHARS_MAX = 200;
/** Length of a title taken from the first prompt. */
export const TITLE_CHARS_MAX = 50;
/** Streamed text is merged in the history up to this length. */
export const HISTORY_ENTRY_CHARS_MAX: number = 16 * KIB;
/** Characters of a file, a page or an answer that a tool call shows. */
export const SHOWN_CHARS_MAX: number = 16 * KIB;
export const TERMINAL_OUTPUT_BYTES_MAX: number = 64 * KIB;
/** A stream lets other work run after this many chunks, or a cancellation could not arrive. */
export const STREAM_BURST = 500;
