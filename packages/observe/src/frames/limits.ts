// Every limit of frames, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A longer line is counted and its head kept; it is never decoded or parsed. */
export const FRAME_BYTES_MAX: number = MIB;
/** What is kept of the beginning and of the end of a line that is longer than its limit. */
export const HEAD_BYTES: number = 4 * KIB;
export const TAIL_BYTES = 256;
/** Room for the part of a line that came with one chunk and ends with another; it grows from here. */
export const HELD_BYTES_MIN: number = 4 * KIB;
