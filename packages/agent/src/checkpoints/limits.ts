// Limits on checkpoints.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface CheckpointLimits {
  /** Steps per session; further steps drop the oldest. */
  readonly stepsMax: number;
  /** Snapshots per folder across all sessions; further snapshots drop the oldest. */
  readonly snapshotsMax: number;
  /** A snapshot that takes longer disables checkpoints for its session. */
  readonly snapshotMs: number;
  /** The user sees a warning about a snapshot that takes longer. */
  readonly slowSnapshotMs: number;
  /** Length of a diff in Markdown. */
  readonly diffCharsMax: number;
  /** Files per diff; the diff only counts the others. */
  readonly diffFilesMax: number;
  /** Lines per file; the diff only counts the others. */
  readonly diffFileLinesMax: number;
}

export const defaultCheckpointLimits: CheckpointLimits = {
  stepsMax: 50,
  snapshotsMax: 200,
  snapshotMs: 60_000,
  slowSnapshotMs: 3_000,
  diffCharsMax: 64 * KIB,
  diffFilesMax: 100,
  diffFileLinesMax: 400,
};

/** Size of a session's index file; the oldest steps are dropped until it fits. */
export const INDEX_BYTES_MAX: number = 4 * MIB;
/** A step with more path text is stored without paths and counts as having touched every file. */
export const STEP_PATHS_CHARS_MAX: number = 32 * KIB;
/** Activities that a session publishes to other sessions in the folder; further ones drop the oldest. */
export const ACTIVITIES_MAX = 60;
/** Most recently active sessions that are checked for changes during a step. */
export const OTHER_SESSIONS_MAX = 100;
/** Session files examined to find those sessions. */
export const SESSION_FILES_MAX = 10_000;
export const LOOKUPS_AT_ONCE = 16;
/** An unfinished turn that started longer ago counts as abandoned. */
export const RUNNING_AGE_MS_MAX: number = 24 * 60 * 60 * 1_000;
/** Ignored files per turn that snapshots still include. */
export const INCLUDED_FILES_MAX = 200;
/** Paths skipped by a snapshot that a message names. */
export const SKIPPED_NAMED_MAX = 3;
/** Some file systems store times in steps of up to two seconds. */
export const STAMP_TICK_MS = 2_000;
