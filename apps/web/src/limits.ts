// Every limit of the page, with its name.

/** Events that are applied to a conversation in one frame, so that the page stays responsive. */
export const FRAME_EVENTS_MAX = 2_000;
/** With this many new events, a conversation is drawn at most once in the time below, which is faster than people read. */
export const FLOOD_EVENTS = 100;
export const FLOOD_DRAW_MS = 150;
/** How long the history of a session that is opened may take before what has come of it is shown. */
export const HISTORY_WAIT_MS = 1_000;
/** How long a question stays that ended elsewhere, so that nothing moves under the pointer. */
export const ENDED_SHOWN_MS = 6_000;
/** Ids of questions that are over, in case a list from before their end arrives late. */
export const ENDED_KEPT_MAX = 1_000;
/** Sessions in the list; older ones are found by searching. */
export const LISTED_SESSIONS_MAX = 5_000;
/** Sessions of which the page remembers what was read. */
export const READ_MARKS_MAX = 2_000;
/** Width of the tabs beside a conversation. */
export const PANE_PX_MIN = 300;
export const PANE_PX_MAX = 1_100;
/** The least time between two readings of the changed files: a running turn changes them often. */
export const CHANGES_AGAIN_MS = 200;
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
/** What a page shows of an error that the server reported. */
export const ERROR_CHARS_MAX = 2_000;
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
/** Files that one prompt mentions. */
export const MENTIONS_MAX = 50;
/** Length of a session's text that is attached to a prompt. */
export const SESSION_TEXT_CHARS_MAX = 200_000;
/** Agents, models or folders with a bar of their own on the page Usage. */
export const USAGE_BARS_MAX = 12;
/** Rows of the table on the page Usage. */
export const USAGE_ROWS_SHOWN_MAX = 200;
/** The least time between two readings of a session's messages. */
export const TRAFFIC_AGAIN_MS = 1_500;
