// Limits on the agent loop.

/** Requests to the model in one turn. */
export const TURN_STEPS_MAX = 100;
/** Tokens of all requests of a turn, cached ones included. */
export const TURN_TOKENS_MAX = 20_000_000;
/** A user may take hours to answer a question, so this only ends abandoned turns. */
export const TURN_MS_MAX = 24 * 60 * 60 * 1000;
/** Automatic continuations by autopilot in one turn. */
export const CONTINUATIONS_MAX = 25;
/** Consecutive continuations without a tool call in between. */
export const IDLE_CONTINUATIONS_MAX = 2;
/** Consecutive steps with the same calls and the same results. */
export const REPEATED_STEPS_MAX = 5;
/** Consecutive steps in which every call failed. */
export const FAILING_STEPS_MAX = 12;

/** Calls of one step that run at the same time. */
export const PARALLEL_CALLS_MAX = 8;
/** Calls of one step; further calls fail. */
export const STEP_CALLS_MAX = 128;
/** Text and thoughts of one step. */
export const STEP_CHARS_MAX = 64 * 1024 * 1024;
/** The loop pauses after this many events so that a fast model cannot block a cancel. */
export const EVENTS_PER_PAUSE = 256;

/** The part of a model's window that the results of one step may fill. */
export const RESULTS_WINDOW_SHARE = 0.4;

/** Compaction starts when this share of the model's window is full. */
export const COMPACTION_FRACTION = 0.8;
/** Maximum share of the window reserved for an answer. */
export const ANSWER_WINDOW_SHARE = 0.5;
/** Compacting again would gain nothing before the conversation has grown by this share. */
export const COMPACTION_GAIN_SHARE = 0.1;
/** A shorter conversation is not compacted automatically. */
export const COMPACTION_MESSAGES_MIN = 3;
/** The part of the window that recent messages may fill after a compaction. */
export const KEPT_WINDOW_SHARE = 0.15;
export const KEPT_TOKENS_MAX = 20_000;
/** Recent messages are also limited to this share of the conversation, so that compaction really shrinks it. */
export const KEPT_CONVERSATION_SHARE = 0.25;
/** Minimum length to which the prompt of the turn is cut. */
export const PROMPT_TOKENS_MIN = 1_000;
/** Attempts to summarise with a shorter text when it does not fit. */
export const SUMMARY_ATTEMPTS_MAX = 4;
export const SUMMARY_OUTPUT_TOKENS_MAX = 8_000;
export const SUMMARY_CHARS_MAX = 48_000;
/** Assumed window of a model that does not report one. */
export const UNKNOWN_WINDOW_TOKENS = 32_000;

export const CHARS_PER_TOKEN = 4;
export const IMAGE_TOKENS = 1_600;
/** Estimate for a document in base64. */
export const FILE_CHARS_PER_TOKEN = 40;
