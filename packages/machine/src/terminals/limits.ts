// Every limit of terminals, with its name.

const MIB = 1024 * 1024;

/** What is kept of a terminal's output unless its creator asks for another limit. */
export const TERMINAL_OUTPUT_BYTES: number = MIB;
/** An agent may ask for any limit; this much is held at most. */
export const TERMINAL_OUTPUT_BYTES_MAX: number = 16 * MIB;
/** Listeners to one terminal's output: the views it is shown in. */
export const TERMINAL_LISTENERS_MAX = 64;
export const PTY_SIZE_MAX = 10_000;
/** A program that is gone is reported within this time, or its waiters are answered without a status. */
export const EXIT_REPORT_MS = 2_000;
/** When the program on a pseudo-terminal has ended and nothing has come for this long, nothing more will. */
export const PTY_IDLE_MS = 20;
