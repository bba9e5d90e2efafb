// Limits on what is known about sessions and agents without asking an agent.

/** Length of the last line in a list. */
export const LAST_LINE_CHARS_MAX = 160;
/** The end of an answer that the line is taken from. */
export const LAST_LINE_SOURCE_CHARS = 1_000;
/** Turns whose last line is remembered, for when the conversation is rewound to one of them. */
export const LAST_LINE_TURNS_MAX = 10;
/** Tool calls change the line at most this often, because every surface is notified of each change. */
export const LAST_LINE_EVERY_MS = 1_000;

/** Choices of an agent that are longer than this as JSON are not kept. */
export const KEPT_CHOICES_CHARS_MAX: number = 512 * 1024;

/** How long a session that is not kept stays after its last client is gone: a window that is reloaded is back by then. */
export const EPHEMERAL_MS = 20_000;
export const EPHEMERAL_CHECK_MS = 5_000;

/** How often storing the end of a question is retried, and looking for one. */
export const SETTLE_TRIES_MAX = 60;

/** For how long a question is left to the server that asked it after its time is over. Clocks of servers may differ. */
export const OVERDUE_MS: number = 3 * 60 * 60_000;
export const OVERDUE_CHECK_MS: number = 10 * 60_000;
