// Limits of what the agent reaches of files and commands, each with its name.

const MIB = 1024 * 1024;

/** The client may have to ask a person before it reads, writes or runs something. */
export const CLIENT_ANSWER_MS_MAX: number = 10 * 60_000;
/** A file that is larger is not asked of the client as a whole. */
export const WHOLE_FILE_BYTES_MAX: number = 16 * MIB;
/** How far into a text a NUL makes it binary: as far as the disk is looked at. */
export const BINARY_PROBE_CHARS: number = 8 * 1024;
/** A client's terminal that was killed is waited for this long, then let go of all the same. */
export const CLIENT_KILL_MS_MAX = 12_000;
/** How a released terminal ended is waited for this long. */
export const RELEASED_EXIT_MS_MAX = 1_000;
/** A client that does not tell when a command has ended is asked this often. */
export const EXIT_LOOK_MS = 250;
/** What is kept of the beginning of a command's output, beside its end. */
export const OUTPUT_HEAD_BYTES: number = 16 * 1024;
/** What a person is shown of an output while a command runs here, and afterwards: the end of it. */
export const SHOWN_OUTPUT_CHARS_MAX: number = 16 * 1024;
/** What an error shows of a client's own words. */
export const CLIENT_WORDS_CHARS_MAX = 500;
