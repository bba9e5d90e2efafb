// Limits on access to files and commands through the client.

const MIB = 1024 * 1024;

/** The client may have to ask the user before it reads, writes or runs something. */
export const CLIENT_ANSWER_MS_MAX: number = 10 * 60_000;
/** The agent does not request a larger file from the client in one piece. */
export const WHOLE_FILE_BYTES_MAX: number = 16 * MIB;
/** A NUL within this prefix marks a text as binary, as for files on disk. */
export const BINARY_PROBE_CHARS: number = 8 * 1024;
/** Time for a client's terminal to exit after it was killed, before it is released anyway. */
export const CLIENT_KILL_MS_MAX = 12_000;
/** Time to wait for the exit status of a released terminal. */
export const RELEASED_EXIT_MS_MAX = 1_000;
/** Polling interval for clients that do not report the end of a command. */
export const EXIT_LOOK_MS = 250;
/** Start of a command's output that is kept in addition to its end. */
export const OUTPUT_HEAD_BYTES: number = 16 * 1024;
/** End of the output that the user sees during and after a local command. */
export const SHOWN_OUTPUT_CHARS_MAX: number = 16 * 1024;
/** Length of a client's message quoted in an error. */
export const CLIENT_WORDS_CHARS_MAX = 500;
