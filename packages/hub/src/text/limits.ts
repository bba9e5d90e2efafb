// Limits on texts that models wrote, or that are written for them.

/** How long a model may take for one answer; then it is done without it. */
export const ANSWER_MS_MAX = 60_000;
/** Events that are read at a time to see what was said. */
export const EVENTS_PAGE = 500;
/** What is kept of one message; of a longer one, its end. */
export const MESSAGE_CHARS_MAX: number = 64 * 1024;
/** Messages of a conversation that are kept; the first one, and then the latest. */
export const MESSAGES_MAX = 500;
/** A JSON Schema that answers have to fit. */
export const SCHEMA_CHARS_MAX = 100_000;
/** What an agent is told about an answer that does not fit. */
export const SCHEMA_ERRORS_SHOWN_MAX = 5;
