// Every limit on claims, with its name.

/** How often one who does not wait looks, so that of several who begin at once one gets it, and how long between. */
export const CLAIM_ATTEMPTS_MIN = 4;
export const CLAIM_RETRY_MS = 10;
/** Who waits longer looks less often: the system tells nobody when a claim is gone. */
export const CLAIM_LOOK_MS = 25;
/** A claim that says nothing was left by a process that died while writing it, if it is this old. */
export const CLAIM_EMPTY_AGE_MS = 10_000;
/** A process that cannot be looked at (on another machine, in another container) is alive while its claim is younger. */
export const CLAIM_AGE_MS = 600_000;
/** How often a claim is touched within the age at which it counts no more. */
export const CLAIM_BEATS = 10;
export const CLAIM_BYTES_MAX = 4_096;

/** Changing a file takes milliseconds: how long one waits for others, and when a claim of one who cannot be looked at is old. */
export const CHANGE_WAIT_MS = 15_000;
export const CHANGE_AGE_MS = 10_000;
