// Every limit of this package, by the part that it belongs to.

const KIB = 1024;
const MIB = 1024 * KIB;

// Requests and forms

/** How long a request waits for its answer, unless a user or a model is working on it. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Length of a text in the answer to a form. */
export const ANSWER_CHARS_MAX: number = 64 * KIB;

// Transcripts

export interface TranscriptLimits {
  /** With more items, the oldest are removed; the same applies to terminals that no tool call has named. At least 1. */
  readonly itemsMax: number;
  /** With more text, data and output than this in total, the oldest items are removed. */
  readonly charsMax: number;
  /** A longer message or compaction summary loses its beginning. */
  readonly messageCharsMax: number;
  /** Longer terminal output loses its beginning; counted in UTF-8. */
  readonly terminalBytesMax: number;
}

export const defaultTranscriptLimits: TranscriptLimits = {
  itemsMax: 20_000,
  charsMax: 64 * MIB,
  messageCharsMax: 16 * MIB,
  terminalBytesMax: MIB,
};

/** The size of an item, a block or a terminal without its text, so that a flood of empty ones is bounded as well. */
export const OVERHEAD_CHARS = 32;

/**
 * Content over its limit is cut to slightly below it, so that cutting is rare and its cost is spread over many chunks.
 */
export function cutTarget(max: number): number {
  return Math.floor((max / 8) * 7);
}

// Tool calls: one that exceeds a limit is not fully understood

/** Nesting depth of objects and lists, including JSON in a text. */
export const DEPTH_MAX = 32;
/** Number of values in one input. */
export const VALUES_MAX = 10_000;
/** A longer string, or one with several lines, cannot be a path. */
export const PATH_CHARS_MAX = 4_096;
/** Number of paths, commands, addresses and edits that one call may name, each counted separately. */
export const PATHS_MAX = 1_000;
export const COMMANDS_MAX = 256;
export const URLS_MAX = 256;
export const EDITS_MAX = 2_000;
/** Number of strings that might be paths. */
export const MENTIONS_MAX = 1_000;
/** Total length of JSON texts that are parsed. */
export const NESTED_JSON_CHARS_MAX: number = 4 * MIB;
/** Nesting depth of brackets in such a text. */
export const NESTED_DEPTH_MAX = 256;
/** The number of lines of an unrecognized text that are examined one by one. */
export const LINES_MAX = 200;
/** A longer name is not looked up. */
export const KEY_CHARS_MAX = 64;
/** Number of positions at which a part may match, and of possible results. */
export const OCCURRENCES_MAX = 32;
/** The number of relative paths that are also resolved against the folders that the call names. */
export const JOINED_MAX = 256;
/** Number of lines that describe a question. */
export const DESCRIBED_MAX = 200;
/** Number of keys in one object. */
export const NAMES_MAX = 2_000;
/** Number of lines of a patch that are read. */
export const PATCH_LINES_MAX = 30_000;

/** Number of successive agents in one conversation whose names are kept. */
export const AGENTS_MAX = 100;
