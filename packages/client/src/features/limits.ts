// Every limit on features, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface FeatureLimits {
  /** Terminals of one session that were not released; of those that have ended, the oldest makes room. */
  readonly terminalsMax: number;
  /** Output of one terminal that goes into the session's log. */
  readonly terminalLogBytesMax: number;
  /** Output of a terminal is recorded at most this often. */
  readonly terminalReportMs: number;
  /** Files of one turn that are listed; the others are counted. */
  readonly changedFilesMax: number;
  /** How long a prompt waits for the snapshot before it. */
  readonly snapshotWaitMs: number;
  /** How long a snapshot may take at all. */
  readonly snapshotMs: number;
}

export const defaultFeatureLimits: FeatureLimits = {
  terminalsMax: 32,
  terminalLogBytesMax: MIB,
  terminalReportMs: 100,
  changedFilesMax: 1_000,
  snapshotWaitMs: 3_000,
  snapshotMs: 60_000,
};

/** Questions about permissions that wait for a person in one session; more are refused unasked. */
export const OPEN_QUESTIONS_MAX = 64;
/** Of one turn; in a turn with more, everything counts as covered. */
export const COVERED_PATHS_MAX = 10_000;
/** Approvals of one file and turn that are kept: those before have been used, or are not going to be. */
export const APPROVALS_PER_FILE_MAX = 8;
/** Texts that the approved edits of a file may come to. */
export const APPROVED_TEXTS_MAX = 16;
/** A larger file is not compared with what was approved: its path counts, as without a shown text. */
export const COMPARED_FILE_BYTES_MAX: number = MIB;
/** Denials of one turn that are noted in the log one by one. */
export const DENIAL_NOTES_MAX = 20;

/** Tool calls of which it is kept what the agent said. */
export const ANNOUNCED_MAX = 200;
/** A tool call that names more paths, commands or addresses is asked about. */
export const SUBJECTS_MAX = 64;
/** What a question about a write shows of either side. */
export const SHOWN_TEXT_CHARS_MAX: number = 128 * KIB;
/** What is shown of the name of an option. */
export const OPTION_NAME_CHARS_MAX = 200;
/** What is shown of a path or a command in a title. */
export const TITLE_CHARS_MAX = 300;

/** Pages of one session that a person was asked to open and that are not done. */
export const OPEN_PAGES_MAX = 100;
/** A pattern or a value in a form that is longer is not tried. */
export const PATTERN_CHARS_MAX = 256;
/** How long a pattern may keep everybody waiting. */
export const PATTERN_MS_MAX = 50;
/** How often a form is put back because the answer does not fit. */
export const ELICITATION_ATTEMPTS_MAX = 5;
export const ANSWER_CHARS_MAX: number = 64 * KIB;

/** The clock that stamps files lags behind ours; some file systems count in whole seconds. */
export const STAMP_LAG_MS = 50;
export const COARSE_STAMP_LAG_MS = 2_000;
/** Changed files that are looked up at a time. */
export const LOOKUPS_AT_ONCE = 16;

export const PTY_COLS = 120;
export const PTY_ROWS = 30;
