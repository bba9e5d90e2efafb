// Every limit of the A2A dialect, with its name.

/** Events of a session that wait for one reader of a task; the log is told to wait beyond it. */
export const FOLLOW_EVENTS_MAX = 1000;

/** Events read from the log at a time. */
export const LOG_PAGE_EVENTS = 1000;

/** Events that a task is put together from; a longer turn shows its first ones, and says so. */
export const TASK_EVENTS_MAX = 100_000;

/** Characters of text in one task; what comes after them is left out, and the task says so. */
export const TASK_CHARS_MAX = 8 * 1024 * 1024;

export const LIST_PAGE_DEFAULT = 50;
export const LIST_PAGE_MAX = 100;

/** Tasks that are counted for the total of a list; more are told as this many. */
export const LIST_COUNT_MAX = 5000;
export const LIST_COUNT_PAGE = 500;

/** Push configurations of one task. */
export const PUSH_CONFIGS_MAX = 16;

/** Tasks whose events are being pushed at the same time; more wait until one of them is over. */
export const PUSH_TASKS_MAX = 256;

/** A delivery that failed is tried again after these waits, one after the other, and then no more. */
export const PUSH_RETRY_DELAYS_MS: readonly number[] = [500, 2000, 8000];

/** How long a receiver may take from the first byte to the end of its answer. */
export const PUSH_TIMEOUT_MS = 10_000;

/** Characters of a receiver's address, token and credentials. */
export const PUSH_FIELD_CHARS_MAX = 4096;
