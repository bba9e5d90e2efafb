// Limits on the parameters and content of requests.
export const EVENTS_PAGE_MAX = 5_000;
export const SESSIONS_PAGE_MAX = 200;
export const TURNS_PAGE_MAX = 200;
export const QUEUE_PLACE_MAX = 1_000;
export const SEARCH_HITS_MAX = 200;
export const TIMELINE_ROWS_MAX = 5_000;
/** Messages that a client may send as the conversation so far. */
export const GIVEN_MESSAGES_MAX = 1_000;
export const CONTENT_PARTS_MAX = 1_000;
export const EXTENSIONS_MAX = 100;
export const PLAN_TASKS_MAX = 100;
export const TITLE_CHARS_MAX = 500;
/** The longest grace period for running turns in a request to stop the server. */
export const STOP_GRACE_SECONDS_MAX = 3_600;

/** Files and hunks that one request keeps, undoes or redoes. */
export const REVIEWED_MAX = 5_000;
/** Characters that one call may type into a terminal. */
export const TERMINAL_INPUT_CHARS_MAX = 65_536;
/** Columns and rows of a terminal. */
export const TERMINAL_SIZE_MAX = 10_000;
/** Turns that the history of a file lists. */
export const HISTORY_TOUCHES_MAX = 200;
/** Decisions of the audit in one reply. */
export const AUDIT_PAGE_MAX = 1_000;
export const RULE_CHARS_MAX = 10_000;
/** Files that one search finds. */
export const FILE_HITS_MAX = 500;
/** Files of a folder that are listed with their sizes. */
export const FILES_SIZED_MAX = 50_000;

/** How long a request may wait for the next step of a job: less than clients wait for an answer. */
export const JOB_WAIT_SECONDS_MAX = 30;
/** Messages with an agent in one reply. */
export const TRAFFIC_LINES_MAX = 500;
export const PROGRAM_NAME_CHARS_MAX = 64;
