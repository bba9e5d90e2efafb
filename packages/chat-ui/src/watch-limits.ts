// Limits of the map, the timeline and the traffic: how much of a session is kept in memory, and how much of it is drawn.

/** Touches of files that can be replayed one by one; older ones count with their last state. */
export const TOUCHES_MAX = 65_536;
/** Files of a recording. */
export const FILES_MAX = 60_000;
/** Agents of all sessions on one map. */
export const ACTORS_MAX = 250;
/** Turns, tool calls and waits on a timeline; the oldest go first. */
export const SPANS_MAX = 6_000;
/** Points of the curve of the context and of the cost: when there are more, every other one goes. */
export const SAMPLES_MAX = 1_000;
/** Tool calls and questions that are open at the same time. */
export const OPEN_SPANS_MAX = 1_000;
/** Sessions of a folder that are shown together: the latest. */
export const SESSIONS_TOGETHER_MAX = 16;
/** How long a title may be. */
export const TITLE_CHARS_MAX = 200;
/** The trail of an agent: its maximum number of files, and its age. */
export const TRAIL_MAX = 7;
export const TRAIL_MS = 90_000;
/** Touches that are looked at to find where agents are. */
export const TRAIL_TOUCHES_MAX = 4_000;
/** An agent that touched nothing for this time is not shown. */
export const MARK_MS: number = 30 * 60_000;
/** Half of a file's heat is gone after this time. */
export const HEAT_HALF_MS = 45_000;
/** Rows of the table of files, and of the timeline's table. */
export const TABLE_ROWS_MAX = 200;
/** Messages of a trace that are listed, and the size of a file that is opened. */
export const FRAMES_MAX = 50_000;
export const RECORDING_BYTES_MAX: number = 512 * 1_024 * 1_024;
/** A longer line of an exported session is not read. */
export const RECORDING_LINE_CHARS_MAX: number = 64 * 1_024 * 1_024;
/** How much of a message is shown. */
export const FRAME_CHARS_MAX = 200_000;
/** Messages that a copied test has. */
export const TEST_FRAMES_MAX = 2_000;
