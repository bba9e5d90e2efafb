// Every limit of processes, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Grace period of a tree after SIGTERM. */
export const TERM_GRACE_MS = 5_000;
/** A process that survives SIGKILL this long (stuck in the kernel, or not ours to kill) is reported as a survivor. */
export const KILL_GRACE_MS = 5_000;
/** Wait between two lookups while a tree ends, doubled each time: the system does not report the exit of a grandchild. */
export const LOOK_MS_MIN = 5;
export const LOOK_MS_MAX = 160;

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
