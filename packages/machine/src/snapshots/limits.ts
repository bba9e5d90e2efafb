// Every limit on snapshots, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface SnapshotLimits {
  /** A larger file is skipped. */
  readonly fileBytesMax: number;
  /** Files, links and folders that are looked at; the folder in which they run out is skipped, and those after it. */
  readonly entriesMax: number;
  /** What the files of one snapshot may hold together; the others are skipped. */
  readonly folderBytesMax: number;
  /** Folders below this many others are skipped. */
  readonly depthMax: number;
  /** The oldest snapshot goes when there are more. */
  readonly snapshotsMax: number;
  /** The oldest snapshots go, but the last one, when all of a folder's take more. */
  readonly storeBytesMax: number;
  /** The files of a snapshot are in fewer packs than this. */
  readonly packsMax: number;
  /** A larger file is shown as changed, without lines. */
  readonly diffBytesMax: number;
  /** All files of one diff that are shown with lines; the others are as if they were too large. */
  readonly diffTotalBytesMax: number;
  /** What a process left behind that was killed is removed after this. */
  readonly leftoverAgeMs: number;
}

export const defaultSnapshotLimits: SnapshotLimits = {
  fileBytesMax: 8 * MIB,
  entriesMax: 50_000,
  folderBytesMax: 512 * MIB,
  depthMax: 200,
  snapshotsMax: 100,
  storeBytesMax: 2048 * MIB,
  packsMax: 400,
  diffBytesMax: MIB,
  diffTotalBytesMax: 32 * MIB,
  leftoverAgeMs: 600_000,
};

/** Files read at a time. */
export const READS_AT_ONCE = 16;

/** How long a piece of work may keep everybody else waiting. */
export const SLICE_MS = 4;

/** Content is written out once this much has come together. */
export const PACK_CHUNK_BYTES: number = MIB;

/** A longer list of ignore rules is cut. */
export const IGNORE_FILE_BYTES_MAX: number = 512 * KIB;

/** The first line of a snapshot's file. */
export const HEADER_BYTES_MAX: number = 64 * KIB;

/** How often a file that changes while it is read is read again. */
export const READ_ATTEMPTS_MAX = 3;

/** A file may change again within one tick of the clock that stamps it; some file systems count in whole seconds. */
export const STAMP_TICK_MS = 50;
export const COARSE_STAMP_TICK_MS = 2_000;

/** Lines around a change. */
export const CONTEXT_LINES = 3;

/** Two versions that are further apart than this many lines are shown as one change. */
export const EDITED_LINES_MAX = 1_000;

/** Files that went and files that came are compared for renames up to this many on either side. */
export const RENAME_CANDIDATES_MAX = 200;
/** How much of the larger one two files must have in common, from 0 to 1. */
export const RENAME_SIMILARITY_MIN = 0.5;

/** Snapshots kept parsed. */
export const PARSED_MAX = 3;
