// Every limit on signing in, with its name.

const KIB = 1024;

export const CREDENTIALS_BYTES_MAX: number = 1024 * KIB;
export const CREDENTIALS_MAX = 100;
export const SECRET_CHARS_MAX: number = 16 * KIB;

/** One answer of the server that gives codes and tokens: how long it may take, and how large it may be. */
export const DEVICE_REQUEST_MS = 15_000;
export const DEVICE_ANSWER_BYTES_MAX: number = 64 * KIB;
/** How often it is asked whether the person is done (RFC 8628 §3.2: five seconds unless the server says otherwise). */
export const POLL_MS = 5_000;
export const POLL_MS_MIN = 1_000;
export const POLL_MS_MAX = 60_000;
/** What `slow_down` adds, each time (§3.5). */
export const SLOW_DOWN_MS = 5_000;
/** Failures of the network in a row. */
export const POLL_FAILURES_MAX = 30;
/** A code that is said to hold longer, or not said how long. */
export const CODE_LIFE_MS_MAX = 3_600_000;
export const CODE_LIFE_MS = 900_000;
export const CODE_CHARS_MAX = 100;

/** How often a key may be typed that the provider refuses. */
export const LOGIN_ATTEMPTS_MAX = 3;
