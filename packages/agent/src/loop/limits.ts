// Every limit of the loop, with its name.

/** Requests to the model in one turn. */
export const TURN_STEPS_MAX = 100;
/** Tokens of all requests of a turn together, what came from a cache included. */
export const TURN_TOKENS_MAX = 20_000_000;
/** A person may take their time over a question: this ends what was forgotten, not what is slow. */
export const TURN_MS_MAX = 24 * 60 * 60 * 1000;
/** Times that autopilot goes on by itself in one turn. */
export const CONTINUATIONS_MAX = 25;
/** Of those, in a row, with nothing done in between. */
export const IDLE_CONTINUATIONS_MAX = 2;
/** Steps in a row with the same calls and the same results. */
export const REPEATED_STEPS_MAX = 5;
/** Steps in a row in which every call failed. */
export const FAILING_STEPS_MAX = 12;

/** Calls of one step that run at the same time. */
export const PARALLEL_CALLS_MAX = 8;
/** Calls of one step; those after that are answered as failed. */
export const STEP_CALLS_MAX = 128;
/** Text and thoughts of one step. */
export const STEP_CHARS_MAX = 64 * 1024 * 1024;
/** A model that never waits must not keep a cancel from being heard. */
export const EVENTS_PER_PAUSE = 256;

/** The part of a model's window that the results of one step may fill. */
export const RESULTS_WINDOW_SHARE = 0.4;

/** The part of a model's window from which on the conversation is compacted. */
export const COMPACTION_FRACTION = 0.8;
/** What a long answer may reserve of the window, at most. */
export const ANSWER_WINDOW_SHARE = 0.5;
/** A conversation that has grown by less than this since it was compacted would gain nothing. */
export const COMPACTION_GAIN_SHARE = 0.1;
/** A shorter conversation is not compacted by itself. */
export const COMPACTION_MESSAGES_MIN = 3;
/** The part of the window that recent messages may fill after a compaction. */
export const KEPT_WINDOW_SHARE = 0.15;
export const KEPT_TOKENS_MAX = 20_000;
/** And of the conversation, so that it really gets smaller. */
export const KEPT_CONVERSATION_SHARE = 0.25;
/** The prompt of the turn is not cut below this. */
export const PROMPT_TOKENS_MIN = 1_000;
/** Times that the text to be summarised is made smaller when it does not fit. */
export const SUMMARY_ATTEMPTS_MAX = 4;
export const SUMMARY_OUTPUT_TOKENS_MAX = 8_000;
export const SUMMARY_CHARS_MAX = 48_000;
/** For a model that does not say how much it can take. */
export const UNKNOWN_WINDOW_TOKENS = 32_000;

export const CHARS_PER_TOKEN = 4;
export const IMAGE_TOKENS = 1_600;
/** Of a document in base64. */
export const FILE_CHARS_PER_TOKEN = 40;
