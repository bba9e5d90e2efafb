// Limits on plans, with their names.

/** Tasks that a prompt is taken apart into; what is more goes into the last one. */
export const PROPOSED_TASKS_MAX = 5;
/** Tasks of a plan from outside. */
export const PLAN_TASKS_MAX = 20;
/** Tasks of one plan that run at the same time. */
export const PARALLEL_TASKS_MAX = 3;
/** Plans that run at the same time. */
export const RUNNING_PLANS_MAX = 32;
/** A longer prompt is one task: nobody reads so much to find the words that part it. */
export const SPLIT_CHARS_MAX = 20_000;
/** Places in a prompt that are looked at to see whether they part it. */
export const PARTINGS_MAX = 200;
/** Sentences that are looked at to see whether they are for different agents. */
export const SENTENCES_MAX = 10;
/** A sentence that nobody is surer about than this is for whoever got the one before it. */
export const SENTENCE_CONFIDENCE_MIN = 0.2;
/** What a model is shown of a prompt. */
export const MODEL_PROMPT_CHARS_MAX = 60_000;
export const DESCRIPTION_CHARS_MAX = 100_000;
export const REASONING_CHARS_MAX = 1_000;
export const TASK_ID_CHARS_MAX = 100;
export const QUESTIONS_MAX = 5;
export const QUESTION_CHARS_MAX = 500;
export const TITLE_CHARS_MAX = 80;
/** What a task is told of the result of an earlier one: its end. */
export const EARLIER_RESULT_CHARS_MAX = 20_000;
/** Turns of the plan's session that the results wait for, one after the other, before they are given up. */
export const TURNS_WAITED_MAX = 100;
