// Every limit of faults, with its name.

/** A longer delay is a hanging connection; `cut` says that better. */
export const DELAY_MS_MAX = 600_000;
export const AFTER_MAX = 1_000_000_000;
/** One byte in so many of a garbled message is another one, and its first is always. */
export const GARBLED_ONE_IN = 16;
