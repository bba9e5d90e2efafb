// Every limit of processes, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** How long a tree may take to end by itself after SIGTERM. */
export const TERM_GRACE_MS = 5_000;
/** What outlives SIGKILL this long (a process stuck in the kernel, or one that is not ours to kill) is reported as a survivor. */
export const KILL_GRACE_MS = 5_000;
/** Ending a tree looks again after this long, and twice as long each time: the system tells nobody when a grandchild ends. */
export const LOOK_MS_MIN = 5;
export const LOOK_MS_MAX = 160;

/** The same for everything we leave behind: the guard gives it less time, because nobody is there to read its last words. */
export const GUARD_GRACE_MS = 2_000;
export const GUARD_LOOK_MS = 200;
export const GUARD_LOOKS_MAX = 100;
/** Shells that cannot fork (the machine is out of processes) start themselves again this often. */
export const GUARD_RETRIES_MAX = 3_000;
/** A guard that ends sooner is replaced this much later, or by the next child, so that it cannot spin. */
export const GUARD_LIFE_MS_MIN = 1_000;

/** Processes looked at in one go, so that the event loop is held up for a millisecond or two at most. */
export const SCAN_SLICE = 64;
/** An environment that is larger is searched for our mark up to here. */
export const PROC_FILE_BYTES_MAX: number = MIB;
/** The environments of all processes. */
export const PS_OUTPUT_BYTES_MAX: number = 64 * MIB;

export const STDOUT_BYTES_MAX: number = MIB;
export const STDERR_BYTES_MAX: number = 64 * KIB;
/** What an error message shows of the end of stderr. */
export const LAST_WORDS_CHARS_MAX: number = 4 * KIB;
/** After its end a process's output is waited for this long; a daemon it left behind may hold the pipe open for ever. */
export const DRAIN_GRACE_MS = 250;

/** Enough for the first line of a script. */
export const SCRIPT_HEAD_BYTES = 256;
