// Every limit of a transcript, with its name.

const MEBI = 1024 * 1024;

export interface TranscriptLimits {
  /** With more items the oldest go; the same for terminals that no tool call has named. At least 1. */
  readonly itemsMax: number;
  /** With more text, data and output than this in all, the oldest items go. */
  readonly charsMax: number;
  /** A longer message or compaction summary loses its beginning. */
  readonly messageCharsMax: number;
  /** Longer terminal output loses its beginning; counted in UTF-8. */
  readonly terminalBytesMax: number;
}

export const defaultTranscriptLimits: TranscriptLimits = {
  itemsMax: 20_000,
  charsMax: 64 * MEBI,
  messageCharsMax: 16 * MEBI,
  terminalBytesMax: MEBI,
};

/** The size of an item, a block or a terminal besides its text, so that a flood of empty ones is bounded as well. */
export const OVERHEAD_CHARS = 32;

/** Content over its limit is cut to a little below it, so that cutting is rare and its cost spreads over many chunks. */
export function cutTarget(max: number): number {
  return Math.floor((max / 8) * 7);
}
