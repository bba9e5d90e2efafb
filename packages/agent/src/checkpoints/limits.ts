// Every limit on checkpoints, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface CheckpointLimits {
  /** Steps of one session; the oldest goes when there are more. */
  readonly stepsMax: number;
  /** Snapshots of one folder, those of all sessions together; the oldest goes when there are more. */
  readonly snapshotsMax: number;
  /** How long a snapshot may take. One that takes longer ends the checkpoints of its session. */
  readonly snapshotMs: number;
  /** A person hears of a snapshot that takes longer. */
  readonly slowSnapshotMs: number;
  /** Of the Markdown of one diff. */
  readonly diffCharsMax: number;
  /** Files of one diff; the others are counted. */
  readonly diffFilesMax: number;
  /** Lines of one file; the others are counted. */
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

/** A session's own file. Steps go, the oldest first, until it fits. */
export const INDEX_BYTES_MAX: number = 4 * MIB;
/** The paths of a step are not kept if they are longer together: it then counts as having touched everything. */
export const STEP_PATHS_CHARS_MAX: number = 32 * KIB;
/** What a session did to the folder, for the others in it to know; the oldest goes. */
export const ACTIVITIES_MAX = 60;
/** Sessions that are asked what they did at the time of a step: those that did something last. */
export const OTHER_SESSIONS_MAX = 100;
/** Files that are looked at to find those. */
export const SESSION_FILES_MAX = 10_000;
export const LOOKUPS_AT_ONCE = 16;
/** A turn that began longer ago and has not ended has nobody who runs it. */
export const RUNNING_AGE_MS_MAX: number = 24 * 60 * 60 * 1_000;
/** Files of one turn that are in its snapshots although they are ignored. */
export const INCLUDED_FILES_MAX = 200;
/** Places left out of a snapshot that a person hears of by name. */
export const SKIPPED_NAMED_MAX = 3;
/** Some file systems count in whole seconds. */
export const STAMP_TICK_MS = 2_000;
