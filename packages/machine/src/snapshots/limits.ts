// Every limit on snapshots, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface SnapshotLimits {
  /** A larger file is skipped. */
  readonly fileBytesMax: number;
  /** Files, links and folders that are scanned; the folder in which the limit is reached is skipped, and those after it. */
  readonly entriesMax: number;
  /** Total size of the files of one snapshot; the others are skipped. */
  readonly folderBytesMax: number;
  /** Folders nested deeper than this are skipped. */
  readonly depthMax: number;
  /** The oldest snapshot is removed when there are more. */
  readonly snapshotsMax: number;
  /** The oldest snapshots, except the last one, are removed when all of a folder's take more. */
  readonly storeBytesMax: number;
  /** The files of a snapshot are in fewer packs than this. */
  readonly packsMax: number;
  /** A larger file is shown as changed, without lines. */
  readonly diffBytesMax: number;
  /** Total size of the files of one diff that are shown with lines; the others count as too large. */
  readonly diffTotalBytesMax: number;
  /** Leftovers of a killed process are removed after this. */
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

/** Files read in parallel. */
export const READS_AT_ONCE = 16;

/** How long one piece of work may block this thread. */
export const SLICE_MS = 4;

/** Content is written once this much has accumulated. */
export const PACK_CHUNK_BYTES: number = MIB;

/** A longer list of ignore rules is cut. */
export const IGNORE_FILE_BYTES_MAX: number = 512 * KIB;

/** The first line of a snapshot's file. */
export const HEADER_BYTES_MAX: number = 64 * KIB;

/** How often a file that changes while it is being read is read again. */
export const READ_ATTEMPTS_MAX = 3;

/** A file may change again within one tick of the clock that stamps it; some file systems count whole seconds. */
export const STAMP_TICK_MS = 50;
export const COARSE_STAMP_TICK_MS = 2_000;

/** Context lines around a change. */
export const CONTEXT_LINES = 3;

/** Two versions that differ by more lines than this are shown as one change. */
export const EDITED_LINES_MAX = 1_000;

/** Deleted and added files are compared for renames up to this many on either side. */
export const RENAME_CANDIDATES_MAX = 200;
/** The share of the larger file that two files must have in common, from 0 to 1. */
export const RENAME_SIMILARITY_MIN = 0.5;

/** Snapshots kept parsed. */
export const PARSED_MAX = 3;

/** Concurrent walks of one process over all folders: each holds descriptors. */
export const WALKS_AT_ONCE = 4;

/** Folders whose latest snapshot and watch are kept in memory; the least recently used one makes room. */
export const AWAKE_FOLDERS_MAX = 16;
/** A folder without snapshots for this long is no longer watched. */
export const AWAKE_IDLE_MS = 600_000;

/** Directories that one process watches. Never more than a quarter of what the system grants a user. */
export const WATCHED_DIRECTORIES_MAX = 8_192;
/** Changed names that are remembered between two snapshots; with more, the whole folder is walked. */
export const CHANGED_NAMES_MAX = 2_000;
/** Events between two snapshots; with more, watching costs more than the walk it saves. */
export const WATCH_EVENTS_MAX = 20_000;
/** Names that a watch cannot cover, such as hard links; with more, the folder is not watched. */
export const UNTRUSTED_NAMES_MAX = 500;
/** How long the system may take to report a change of our own. */
export const BARRIER_MS = 2_000;
/** When to try again to watch a folder that could not be watched. */
export const WATCH_RETRY_MS = 300_000;
/** A turn that begins this long after the last walk begins with one: some changes are never reported, such as those through mmap. */
export const VERIFY_MS = 600_000;

/** How often snapshots of a running turn are marked as in use, for other processes to see. */
export const HOLD_REFRESH_MS = 20_000;
/** Another process's snapshot that was written or in use this recently is not removed. */
export const HOLD_MS = 60_000;
/** A store is checked at least once in this many new snapshots: other processes write to it, too. */
export const PRUNE_EVERY = 32;

/** Hooks and configurations of one folder's repositories that are checked each time. */
export const REPOSITORY_FILES_MAX = 1_000;
/** Nesting depth of submodules. */
export const REPOSITORY_DEPTH_MAX = 4;
/** Repositories below one folder. */
export const REPOSITORIES_MAX = 200;
