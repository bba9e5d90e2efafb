// Every limit of terminals, with its name.

const MIB = 1024 * 1024;

/** How much of a terminal's output is kept by default. */
export const TERMINAL_OUTPUT_BYTES: number = MIB;
/** The maximum, whatever an agent asks for. */
export const TERMINAL_OUTPUT_BYTES_MAX: number = 16 * MIB;
/** Listeners to one terminal's output: the views that show it. */
export const TERMINAL_LISTENERS_MAX = 64;
export const PTY_SIZE_MAX = 10_000;
/** Time limit for the exit status of a program that is gone; then waiters get none. */
export const EXIT_REPORT_MS = 2_000;
/** When the program on a pseudo-terminal has exited and nothing has arrived for this long, the output is complete. */
export const PTY_IDLE_MS = 20;
