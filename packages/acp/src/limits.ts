// Every limit of this package, with its name.

/** How long a request waits for its answer, unless a person or a model is at work on it. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Length of a text in the answer to a form. */
export const ANSWER_CHARS_MAX: number = 64 * 1024;
