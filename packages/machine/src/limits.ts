// Every limit of this package, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

// Processes

/** Grace period of a tree after SIGTERM. */
export const TERM_GRACE_MS = 5_000;
/** How often a terminal hangs up until then: a shell that is about to read misses the first signal, and then waits for input. */
export const HANG_UP_EVERY_MS = 1_000;
/** A process that survives SIGKILL this long (stuck in the kernel, or not ours to kill) is reported as a survivor. */
export const KILL_GRACE_MS = 5_000;
/** Wait between two lookups while a tree ends, doubled each time: the system does not report the exit of a grandchild. */
export const LOOK_MS_MIN = 5;
export const LOOK_MS_MAX = 160;

/** How often a lookup looks for processes that started meanwhile: one that forks and exits is caught within a few. */
export const CHASE_ROUNDS = 20;

/** Length of the first line of a background program, which reports that it is ready. */
export const FIRST_LINE_CHARS_MAX = 65_536;

/** The same for everything we leave behind: the guard allows less time, because nothing reads the output any longer. */
export const GUARD_GRACE_MS = 2_000;
export const GUARD_LOOK_MS = 200;
export const GUARD_LOOKS_MAX = 100;
/** How often shells that cannot fork (the machine is out of processes) restart themselves. */
export const GUARD_RETRIES_MAX = 3_000;
/** A guard that exits sooner is replaced this much later, or by the next child, so that it cannot spin. */
export const GUARD_LIFE_MS_MIN = 1_000;

/** Processes read in one slice, so that the event loop is blocked for a millisecond or two at most. */
export const SCAN_SLICE = 64;
/** A larger environment is searched for our mark up to here. */
export const PROC_FILE_BYTES_MAX: number = MIB;
/** The environments of all processes together. */
export const PS_OUTPUT_BYTES_MAX: number = 64 * MIB;

export const STDOUT_BYTES_MAX: number = MIB;
export const STDERR_BYTES_MAX: number = 64 * KIB;
/** Characters of the end of stderr shown in an error message. */
export const LAST_WORDS_CHARS_MAX: number = 4 * KIB;
/** How long output is awaited after a process exited; a daemon it left behind may hold the pipe open forever. */
export const DRAIN_GRACE_MS = 250;

/** Enough for the first line of a script. */
export const SCRIPT_HEAD_BYTES = 256;

// Terminals

/** Pending input for a terminal whose program does not read, and how often writing is retried. */
export const PTY_INPUT_BYTES_MAX: number = MIB;
export const PTY_INPUT_RETRY_MS = 20;
/** How much of a terminal's output is kept by default. */
export const TERMINAL_OUTPUT_BYTES: number = MIB;
/** The maximum, whatever an agent asks for. */
export const TERMINAL_OUTPUT_BYTES_MAX: number = 16 * MIB;
/** Listeners to one terminal's output, such as views. */
export const TERMINAL_LISTENERS_MAX = 64;
export const PTY_SIZE_MAX = 10_000;
/** How much raw output of a pseudo-terminal is kept for later viewers. */
export const SCREEN_BYTES: number = 256 * 1024;
/** A longer line of plain text is passed on in parts. */
export const PLAIN_LINE_CHARS_MAX = 65_536;
/** Time limit for the exit status of a program that has exited; after it, waiters get none. */
export const EXIT_REPORT_MS = 2_000;
/** After the program on a pseudo-terminal has exited, the output is complete when none has arrived for this long. */
export const PTY_IDLE_MS = 20;

// Files

export interface FileLimits {
  /** Size of the result of one read: a whole file, or the requested lines. */
  readonly readBytesMax: number;
  /** How far into a file a line is searched for. */
  readonly scanBytesMax: number;
  /** Size of the content of one write. */
  readonly writeBytesMax: number;
}

export const defaultFileLimits: FileLimits = {
  readBytesMax: 16 * MIB,
  scanBytesMax: 1024 * MIB,
  writeBytesMax: 64 * MIB,
};

/** A file with a NUL within this many bytes is not text. */
export const PROBE_BYTES: number = 8 * KIB;

export const CHUNK_BYTES: number = 64 * KIB;

/** Number of links to missing files that are followed; the system has the same limit for the others. */
export const LINKS_MAX = 40;

/** Characters of a path shown in a message. */
export const SHOWN_PATH_CHARS_MAX = 300;

/** Folders that are remembered as checked for leftover drafts. */
export const SWEPT_FOLDERS_MAX = 1_000;

// Facts for policy. Anything beyond one of these limits counts as not understood.

/** The system accepts no longer argument, so a shell cannot be given a longer line. */
export const LINE_CHARS_MAX = 131_072;
/** A longer line is read with a time limit; within this length even the slowest parse takes little time. */
export const UNTIMED_CHARS_MAX = 2_048;
/** Time limit for reading such a line. */
export const READ_MS_MAX = 200;
/** Nesting depth of groups, substitutions and expansions. */
export const NESTING_MAX = 64;
/** Nesting depth of lines: `bash -c`, `eval`. */
export const LINE_DEPTH_MAX = 8;
export const COMMANDS_MAX = 1_000;
/** Words that are looked up on the disk. */
export const WORDS_MAX = 4_096;

/** How long one request may block this thread with questions to the disk; another thread answers the rest. */
export const DISK_MS_MAX = 4;

/** Entries of a root that are tried to find out whether its file system is case-sensitive. */
export const CASE_PROBES_MAX = 64;
/** A longer path is beyond what the system accepts, so it is not looked up. */
export const PATH_CHARS_MAX = 4_096;
/** A word with more `..` than this is not followed. */
export const PARENTS_MAX = 64;
/** Parts of one word that may be paths. */
export const PIECES_MAX = 16;

/** Size of a repository's settings and of a file that names its location; a larger file counts as unreadable. */
export const GIT_FILE_BYTES_MAX = 262_144;
/** A larger index is not searched for submodules, so git commands there need approval. */
export const INDEX_BYTES_MAX = 67_108_864;
export const INDEXES_KEPT_MAX = 64;
/** Nested repositories whose settings are read. */
export const SUBMODULES_MAX = 50;

// Guarded connections

/** Redirects that a guarded fetch follows. */
export const REDIRECTS_MAX = 5;
/** Size of the headers of a response. */
export const RESPONSE_HEAD_BYTES_MAX = 32 * 1024;

// Sandbox

/** Files and folders that are checked at each start to find what rules hide. Beyond this nothing is started. */
export const ZONE_ENTRIES_MAX = 200_000;
/** Files and folders that are hidden or protected one by one: the number of bubblewrap's arguments is limited. */
export const ZONES_MAX = 1_000;
/** Entries of /etc that are checked for files that only root may read. */
export const PRIVATE_ENTRIES_MAX = 20_000;
/** Steps from a program to its real file: links, and interpreters. */
export const PROGRAM_STEPS_MAX = 16;
/** Enough for the first line of a script, and for the file that names a linked repository. */
export const HEAD_BYTES_MAX = 4_096;
/** Time limit for the check whether a sandbox works here. */
export const PROBE_MS_MAX = 5_000;
/** How long the result of that check is used: people install bubblewrap while a server runs. */
export const PROBE_KEPT_MS = 60_000;

/** Concurrent connections through the proxy of one sandbox, and how long one may be idle. */
export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 600_000;
/** Hosts whose refusal is reported; the proxy refuses further ones silently. */
export const REFUSALS_TOLD_MAX = 50;
/** Hosts that one sandbox may list. */
export const HOSTS_MAX = 200;

// Snapshots

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

// Git

/** Time and output limit of our git commands. */
export const GIT_MS = 60_000;
export const GIT_OUTPUT_BYTES_MAX: number = 4 * MIB;
/**
 * Number and length of the settings that keep git from running a repository's own programs: they are environment
 * variables.
 */
export const GIT_PROGRAMS_MAX = 256;
export const GIT_PROGRAM_CHARS_MAX = 65_536;
/** Files in a status. */
export const GIT_FILES_MAX = 5_000;

// Symbols

/** How long a search for symbols may take, and how long to wait for its last output. */
export const SYMBOL_SEARCH_MS = 3_000;
export const SYMBOL_SEARCH_DRAIN_MS = 500;
/** Number of lines with definitions that are examined, in total and per file. */
export const SYMBOL_LINES_MAX = 2_000;
export const SYMBOL_LINES_PER_FILE_MAX = 100;
export const SYMBOL_OUTPUT_CHARS_MAX: number = MIB;
