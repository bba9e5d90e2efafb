// Every limit of this package, with its name.

/** How long a request waits for its answer, unless a person or a model is at work on it. */
export const REQUEST_TIMEOUT_MS = 30_000;
