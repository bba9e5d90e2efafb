// Every limit of talking to remote agents, with its name.

/** What is read of a card. */
export const CARD_BYTES_MAX = 1024 * 1024;
export const CARD_MS = 10_000;

/** A connection that broke off during a turn is made again after these waits, one after the other, and then no more. */
export const REJOIN_DELAYS_MS: readonly number[] = [100, 1000, 5000];

/** A connection that held this long does not count as one that broke off. */
export const HELD_MS = 30_000;

/** An answer that is no stream. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** The text of an error. */
export const ERROR_BYTES_MAX = 64 * 1024;

/** How often an agent that cannot stream is asked how its task stands. */
export const POLL_MS = 1000;

/** How long an agent may take to answer that a task is to be cancelled. */
export const CANCEL_MS = 10_000;

/** Prompts that wait for the running turn. */
export const PROMPTS_WAITING_MAX = 64;

/** What is shown of all that a remote agent can do. */
export const SKILLS_MAX = 64;
