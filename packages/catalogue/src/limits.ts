// Every limit of finding, checking and installing agents, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

export interface AgentLimits {
  /** How long a program may take to say its version. */
  readonly versionMs: number;
  /** The registry, from the first byte of the request to the last of the answer. */
  readonly registryMs: number;
  readonly registryBytesMax: number;
  /** A download: until its first byte, and between any two. */
  readonly stallMs: number;
  readonly downloadBytesMax: number;
  /** What an archive holds, unpacked. */
  readonly unpackedBytesMax: number;
  /** How much larger than the download its content may be: programs come to 3 to 8 times, bombs to a thousand. */
  readonly unpackRatioMax: number;
  /** What a download may come to in any case, however small it is. */
  readonly unpackedBytesMin: number;
  readonly unpackedEntriesMax: number;
  /** A tool that installs (npm, uv), from its start to its end. */
  readonly toolMs: number;
  /** Whoever changes an agent and cannot be looked at (on another machine, in another container) may be silent for this long. */
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

/** Agents looked up at a time: each may start a process to ask for its version. */
export const LOOKUPS_AT_ONCE = 4;

/** An agent that is being updated just now is looked up again. */
export const LOOKUP_ATTEMPTS_MAX = 3;

/** What is read of a program that tells its version. */
export const VERSION_OUTPUT_BYTES_MAX: number = 64 * KIB;
/** A program that did not answer in time has this long to go. */
export const VERSION_GRACE_MS = 250;
/** Folders above a script where the manifest of its package may be. */
export const PACKAGE_DEPTH_MAX = 6;
/** An answer is asked for again after this, because a shim stays the same while what is behind it changes. */
export const VERSION_AGE_MS: number = 24 * HOUR_MS;
export const VERSIONS_KEPT_MAX = 256;

/** The cached registry holds the registry's text once more. */
export const CACHE_FILE_BYTES_MAX: number = 64 * MIB;

export const REGISTRY_AGENTS_MAX = 2_000;
export const PROBLEMS_MAX = 100;
export const TEXT_CHARS_MAX = 2_000;
export const ID_CHARS_MAX = 64;
export const VERSION_CHARS_MAX = 64;
/** Hosts, or places, that a sandbox of an agent has besides its own. */
export const SANDBOX_PLACES_MAX = 100;
export const ARGS_MAX = 100;
export const VARIABLES_MAX = 100;
export const ARG_CHARS_MAX: number = 8 * KIB;

export const REDIRECTS_MAX = 5;
/** Progress is told after at least this much. */
export const PROGRESS_STEP_BYTES: number = 512 * KIB;
/** A line of a tool's output; the rest of a longer one is another line. */
export const TOOL_LINE_CHARS_MAX: number = 2 * KIB;
export const TOOL_OUTPUT_BYTES_MAX: number = 256 * KIB;
/** What an error shows of the end of a tool's output. */
export const LAST_WORDS_CHARS_MAX: number = 2 * KIB;
/** After its end, a tool's output is waited for this long. */
export const DRAIN_GRACE_MS = 250;

/** The configuration is changed in an instant; whoever else changes it is waited for. */
export const CONFIG_WAIT_MS: number = 5 * SECOND_MS;

/** Folders for one version of an agent: `1.2.3`, `1.2.3-r2`, … */
export const REINSTALLS_MAX = 100;

/** A path in an archive. */
export const ENTRY_PATH_BYTES_MAX: number = 4 * KIB;
export const ENTRY_NAME_BYTES_MAX = 255;
export const ENTRY_DEPTH_MAX = 64;
