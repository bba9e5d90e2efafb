// Every limit and weight of routing, with its name.

/** What each part of a mode counts when a prompt is compared with it. */
export const WHEN_TO_USE_WEIGHT = 0.6;
export const DESCRIPTION_WEIGHT = 0.3;
export const NAME_WEIGHT = 0.1;

/** The best mode answers if it has at least this. */
export const SCORE_MIN = 0.2;
/** Below this the scorer is unsure, and a model is asked if there is one. */
export const SURE_SCORE_MIN = 0.4;
/** A short prompt reaches that with one word that many modes could have: `review this`. */
export const SURE_WORDS_MIN = 2;
/** Nothing fits, and the default mode of the first slot answers. */
export const DEFAULT_CONFIDENCE = 0.5;
/** There is no slot. */
export const NO_SLOT_CONFIDENCE = 0.1;
/** Of a model that does not say how sure it is. */
export const MODEL_CONFIDENCE = 0.7;

/** What is wanted is said at the beginning; what is pasted behind it would only make it less clear. */
export const PROMPT_CHARS_MAX = 8_000;
export const PROMPT_KEYWORDS_MAX = 40;
/** Of a mode's texts. */
export const MODE_KEYWORDS_MAX = 200;

export const MODEL_MS_MAX = 10_000;
/** What a model is shown of a prompt. */
export const MODEL_PROMPT_CHARS_MAX = 4_000;
/** Modes that a model can choose from. */
export const MODEL_MODES_MAX = 60;
export const REASONING_CHARS_MAX = 300;
/** Words that a reasoning names. */
export const WORDS_IN_REASONING_MAX = 5;
/** How far back in a session the plan that is to be carried out may have been proposed. */
export const PLAN_LOOK_EVENTS_MAX = 1_000;
