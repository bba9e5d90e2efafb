// Every limit on finding, checking and installing agents.

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

export interface AgentLimits {
  /** How long a program may take to print its version. */
  readonly versionMs: number;
  /** Downloading the registry, from start to finish. */
  readonly registryMs: number;
  readonly registryBytesMax: number;
  /** Longest pause in a download, also before its first byte. */
  readonly stallMs: number;
  readonly downloadBytesMax: number;
  /** Total size of an unpacked archive. */
  readonly unpackedBytesMax: number;
  /** Ratio of unpacked size to download size: 3 to 8 for programs, about a thousand for zip bombs. */
  readonly unpackRatioMax: number;
  /** Unpacked size that is always allowed, however small the download. */
  readonly unpackedBytesMin: number;
  readonly unpackedEntriesMax: number;
  /** How long an installer (npm, uv) may run. */
  readonly toolMs: number;
  /** A claim of a process that cannot be checked (on another machine, in another container) expires after this long without renewal. */
  readonly claimAgeMs: number;
}

export const defaultAgentLimits: AgentLimits = {
  versionMs: 5 * SECOND_MS,
  registryMs: 20 * SECOND_MS,
  registryBytesMax: 16 * MIB,
  stallMs: 60 * SECOND_MS,
  downloadBytesMax: 2 * GIB,
  unpackedBytesMax: 6 * GIB,
  unpackRatioMax: 40,
  unpackedBytesMin: GIB / 10,
  unpackedEntriesMax: 200_000,
  toolMs: 1_800 * SECOND_MS,
  claimAgeMs: 120 * SECOND_MS,
};

/** Agents checked at the same time: each check may start a process. */
export const LOOKUPS_AT_ONCE = 4;

/** Attempts to find an agent that is being updated at the same time. */
export const LOOKUP_ATTEMPTS_MAX = 3;

/** Output read from a program that prints its version. */
export const VERSION_OUTPUT_BYTES_MAX: number = 64 * KIB;
/** Time to exit for a program that did not print its version in time. */
export const VERSION_GRACE_MS = 250;
/** Folders above a script where the manifest of its package may be. */
export const PACKAGE_DEPTH_MAX = 6;
/** A cached version expires after this, because a shim file stays the same when the program behind it is updated. */
export const VERSION_AGE_MS: number = 24 * HOUR_MS;
export const VERSIONS_KEPT_MAX = 256;

/** Larger than the registry itself, whose text the cache file contains as a JSON string. */
export const CACHE_FILE_BYTES_MAX: number = 64 * MIB;

export const REGISTRY_AGENTS_MAX = 2_000;
export const PROBLEMS_MAX = 100;
export const TEXT_CHARS_MAX = 2_000;
export const ID_CHARS_MAX = 64;
export const VERSION_CHARS_MAX = 64;
/** Hosts, or paths, that a configuration may add to an agent's sandbox. */
export const SANDBOX_PLACES_MAX = 100;
export const ARGS_MAX = 100;
export const VARIABLES_MAX = 100;
export const ARG_CHARS_MAX: number = 8 * KIB;

export const REDIRECTS_MAX = 5;
/** Progress is reported after at least this many bytes. */
export const PROGRESS_STEP_BYTES: number = 512 * KIB;
/** A longer line of an installer's output is split. */
export const TOOL_LINE_CHARS_MAX: number = 2 * KIB;
export const TOOL_OUTPUT_BYTES_MAX: number = 256 * KIB;
/** The end of an installer's output that an error shows. */
export const OUTPUT_TAIL_CHARS_MAX: number = 2 * KIB;
/** How long to wait for the rest of a program's output after it exited. */
export const DRAIN_GRACE_MS = 250;

/** How long to wait while another process changes the configuration. */
export const CONFIG_WAIT_MS: number = 5 * SECOND_MS;

/** Folders of one version of an agent: `1.2.3`, `1.2.3-r2`, … */
export const REINSTALLS_MAX = 100;

/** Length of a path in an archive. */
export const ENTRY_PATH_BYTES_MAX: number = 4 * KIB;
export const ENTRY_NAME_BYTES_MAX = 255;
export const ENTRY_DEPTH_MAX = 64;
