// Every limit of the page, with its name.

/** Events that are applied to a conversation at once; more of them in the same frame as long as it has taken less than this. */
export const PORTION_EVENTS = 2_000;
export const FRAME_WORK_MS = 25;
/** With this many new events, a conversation is drawn at most once in the time below, which is faster than people read. */
export const FLOOD_EVENTS = 100;
export const FLOOD_DRAW_MS = 300;
/** Width of the tabs beside a conversation. */
export const PANE_PX_MIN = 300;
export const PANE_PX_MAX = 1_100;
/** Notices in the corner: how many at once, and for how long. */
export const NOTICES_MAX = 4;
export const NOTICE_MS = 6_000;
/** Commands that the palette shows; typing finds the others. */
export const PALETTE_ENTRIES_MAX = 60;
/** How long a recording is kept after the last tab that showed it was closed. */
export const RECORDING_KEPT_MS = 20_000;
/** The least time between two listings of a folder's files: an agent may create many. */
export const FILES_AGAIN_MS = 5_000;

/** Decisions of the audit on one page. */
export const AUDIT_SHOWN = 50;
/** Sessions that a recipe can be made from by selecting them. */
export const RECIPE_SESSIONS_MAX = 100;
/** Steps of an installation or a sign-in that the page keeps. */
export const JOB_STEPS_MAX = 300;
/** Messages with an agent that the page Agents shows. */
export const AGENT_MESSAGES_MAX = 100;
/** Unfinished turns that the page Activity lists. */
export const OPEN_TURNS_MAX = 1_000;
/** Turns that ended, below them. */
export const ENDED_TURNS_SHOWN_MAX = 20;
/** Sessions of which unsent text is kept. */
export const DRAFTS_MAX = 50;
/** Agents, models or folders with a bar of their own on the page Usage. */
export const USAGE_BARS_MAX = 12;
/** Rows of the table on the page Usage. */
export const USAGE_ROWS_SHOWN_MAX = 200;
/** The least time between two readings of a session's messages. */
export const TRAFFIC_AGAIN_MS = 1_500;
/** Messages that the tab keeps; the server keeps about as many. */
export const TRAFFIC_ITEMS_MAX = 20_000;
/** How often the reads of a running session are looked up for its map, and how near two readings of a file are the same. */
export const LIVE_READS_MS = 1_000;
export const SAME_READ_MS = 2_000;
