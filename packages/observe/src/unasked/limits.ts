// Every limit of the search for what nobody was asked about, with its name.

export const SESSIONS_MAX = 100;
/** Of one turn; with more, the oldest are forgotten, and count as asked about. */
export const CALLS_MAX = 1_000;
export const PATHS_MAX = 20_000;
export const COMMANDS_MAX = 1_000;
export const QUESTIONS_MAX = 1_000;
export const RUNS_MAX = 1_000;
/** Of one session. */
export const ALWAYS_MAX = 200;
/** Changed files that are told one by one; the others are told together. */
export const CHANGES_TOLD_MAX = 100;
/** What a sentence shows of a command or of a path, and how many paths. */
export const SHOWN_CHARS_MAX = 120;
export const SHOWN_PATHS_MAX = 3;
/** How far the clock of a file system may lag behind; and one that counts in seconds. */
export const STAMP_LAG_MS = 50;
export const COARSE_STAMP_LAG_MS = 2_000;
