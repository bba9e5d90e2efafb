// Limits of what is known of sessions and agents without asking an agent.

/** What a list shows of what was said last. */
export const LAST_LINE_CHARS_MAX = 160;
/** The end of an answer that the line is taken from. */
export const LAST_LINE_SOURCE_CHARS = 1_000;
/** Turns whose last line is remembered, for when the conversation is rewound to one of them. */
export const LAST_LINE_TURNS_MAX = 50;
/** Tool calls change the line at most this often: every surface hears of each change. */
export const LAST_LINE_EVERY_MS = 1_000;

/** Choices of an agent that are longer than this as JSON are not kept. */
export const KEPT_CHOICES_CHARS_MAX: number = 512 * 1024;

/** How long a session that is not kept stays after its last client is gone: a window that is reloaded is back by then. */
export const EPHEMERAL_MS = 20_000;
export const EPHEMERAL_CHECK_MS = 5_000;
