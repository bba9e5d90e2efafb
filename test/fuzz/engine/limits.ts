// Every limit of the fuzzing, with its name.

const MIB = 1024 * 1024;

/** One input may take this long, on a busy machine too. */
export const INPUT_MS_MAX = 20_000;
/** Searching for a smaller input that finds the same thing ends after this. */
export const SHRINK_MS_MAX = 60_000;
/** A stream of events is read for this long, then hung up on. */
export const STREAM_MS = 150;
/** Resident memory of a server after a batch of inputs. */
export const SERVER_RSS_BYTES_MAX: number = 700 * MIB;
/** What a target in this process may have added to its heap after a batch of inputs. */
export const HEAP_GROWTH_BYTES_MAX: number = 300 * MIB;
/** Size of an oversized list as JSON, in characters. */
export const OVERSIZED_CHARS_MAX = 4 * MIB;
/** Inputs of one batch in a long run. */
export const BATCH_INPUTS = 150;
/** A target of a long run that shows no sign of life for this long hangs. */
export const SILENCE_MS_MAX = 120_000;
