// Every limit of the state, with its name.

/** A file leaves the context when it was not touched for more turns than this. */
export const CONTEXT_TURNS = 3;
/** Of a file that is not in context: what is left of its heat after each step, and when it is cold. */
export const HEAT_KEPT_PER_STEP = 0.95;
export const HEAT_STEP_MS = 100;
export const COLD_HEAT = 0.01;
/** Between two reports of usage: less than this share of the context left means that it was compacted. */
export const COMPACTED_SHARE = 0.5;

/** Sessions of one agent; with more, the one that was quiet longest goes. */
export const SESSIONS_MAX = 100;
/** Files of one session, cold ones included; with more, the coldest go. */
export const FILES_MAX = 50_000;
/** Files that one tick reports; the others come with the next. It bounds the time of a tick. */
export const CHANGED_PER_TICK_MAX = 2_000;
/** The latest tool calls of a session. */
export const TOOL_CALLS_MAX = 200;
/** Tools that are counted by name; the others are counted together. */
export const TOOL_NAMES_MAX = 200;
export const OTHER_TOOLS = "(other tools)";
/** The latest of these are kept. */
export const BLOCKED_MAX = 500;
export const UNASKED_MAX = 500;
/** Questions and tool calls that are open at the same time. */
export const OPEN_MAX = 1_000;
