// Every limit of the stub model, with its name.

/** A request's body, unpacked. Agents send whole histories, with images. */
export const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** How many requests are kept for tests to look at; the oldest goes first. */
export const REQUESTS_MAX = 2_000;

/** How many bytes of bodies the kept requests may hold together. */
export const REQUEST_BYTES_MAX = 256 * 1024 * 1024;

/** How many failures to come ("answer 429 once") are remembered. */
export const FAILURES_MAX = 1_000;

/** Lines of one script. */
export const SCRIPT_LINES_MAX = 200;

/** Pieces of one slow text, and the pause between two. */
export const SLOW_PIECES_MAX = 10_000;
export const PAUSE_MS_MAX = 600_000;

/** Approximate number of pieces that a text is streamed in. */
export const PIECES_PER_TEXT = 4;

/** How deep an example for a JSON Schema goes. */
export const SCHEMA_DEPTH_MAX = 12;

/** How long a test waits for a request that should come at once. Generous: agents start slowly on a busy machine. */
export const REQUEST_WAIT_MS = 60_000;
