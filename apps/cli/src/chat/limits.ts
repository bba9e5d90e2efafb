// The limits of the chat.

/** Number of turns whose changes can be listed and undone. */
export const CHANGES_EVENTS_MAX = 200;
/** Number of recent blocks that Ctrl-O can expand. */
export const OPENABLE_MAX = 40;

/** Rows of a diff below its tool call: closed, and open. */
export const DIFF_ROWS = 14;
export const DIFF_ROWS_OPEN = 400;
/** Rows of output below its tool call: while it runs or when it is closed, and open. */
export const OUTPUT_ROWS = 4;
export const OUTPUT_ROWS_OPEN = 100;
/** Failures get more rows than successes, because their output explains what to fix. */
export const FAILURE_ROWS = 8;

/** Entries of a plan that are shown while a turn runs. */
export const PLAN_ROWS_MAX = 8;
export const CHANGED_FILES_MAX = 30;
export const STDERR_ROWS = 8;
export const QUEUED_ROWS_MAX = 5;
/** Maximum rows for the text being typed. */
export const EDITOR_ROWS_MAX = 10;
export const MENU_ROWS_MAX = 8;

export const HISTORY_ENTRIES_MAX = 1_000;
export const HISTORY_ENTRY_CHARS_MAX = 20_000;
export const HISTORY_BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of files that completion after @ searches. */
export const WORKSPACE_FILES_MAX = 100_000;
export const WORKSPACE_FILES_FRESH_MS = 10_000;

/** A second Ctrl-C within this time quits. */
export const LEAVE_WAIT_MS = 2_000;
/** A question that appears while the user is typing must not be answered by the next key. */
export const ANSWER_GUARD_MS = 400;
/** The session's own message about a crash is shown first if it arrives within this time. */
export const FAILURE_WAIT_MS = 100;
/** Interval for redrawing the spinner and the elapsed time. */
export const TICK_MS = 120;
/** After this long without a key, a bell announces the end of a turn or a question. */
export const BELL_AFTER_MS = 15_000;
/** Many terminals refuse to put more than this on the clipboard. */
export const CLIPBOARD_BYTES_MAX = 74_000;
