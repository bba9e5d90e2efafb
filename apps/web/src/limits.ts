// Every limit of the page, with its name.

/** How long a question stays that ended elsewhere, so that nothing moves under the pointer. */
export const ENDED_SHOWN_MS = 6_000;
/** Ids of questions that are over, in case a list from before their end arrives late. */
export const ENDED_KEPT_MAX = 1_000;
