// Every limit on claims, with its name.

/** How often a caller that does not wait tries, so that one of several gets it, and the pause between. */
export const CLAIM_ATTEMPTS_MIN = 4;
export const CLAIM_RETRY_MS = 10;
/** Longer waits poll less often: the system does not report that a claim is gone. */
export const CLAIM_LOOK_MS = 25;
/** An empty claim this old was left by a process that died while writing it. */
export const CLAIM_EMPTY_AGE_MS = 10_000;
/** A process that cannot be checked (on another machine, in another container) counts as alive while its claim is younger. */
export const CLAIM_AGE_MS = 600_000;
/** How often a claim is refreshed within the age at which it expires. */
export const CLAIM_BEATS = 10;
export const CLAIM_BYTES_MAX = 4_096;

/** Changing a file takes milliseconds: how long to wait for others, and when the claim of an unchecked process expires. */
export const CHANGE_WAIT_MS = 15_000;
export const CHANGE_AGE_MS = 10_000;
