// Every limit of turns, with its name.

/** Turns that wait in one session. */
export const QUEUED_MAX = 100;
/** An agent that does not end a cancelled turn this long is not waited for. */
export const FORCE_MS = 15_000;
/** How often the end of a turn is tried to be stored again that could not be, */
export const SAVE_RETRY_MS = 2_000;
/** and how many such turns are remembered. */
export const UNSAVED_MAX = 10_000;
export const LIST_DEFAULT = 50;
export const LIST_MAX = 1_000;
export const PROMPT_BLOCKS_MAX = 1_000;
