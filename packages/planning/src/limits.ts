// Limits on plans and recipes.

const KIB = 1024;

/** Characters of a request, of a plan's background and of a conversation that a model gets. */
export const MODEL_TEXT_CHARS_MAX = 60_000;

/** Tasks that a model may propose. */
export const PROPOSED_TASKS_MAX = 5;
export const TASK_CHARS_MAX = 100_000;
export const REASONING_CHARS_MAX = 1_000;
export const QUESTIONS_MAX = 5;
export const QUESTION_CHARS_MAX = 500;

export const RECIPE_TITLE_CHARS_MAX = 200;
export const RECIPE_DESCRIPTION_CHARS_MAX = 2_000;
/** Length of the instructions, and of the prompt. */
export const RECIPE_TEXT_CHARS_MAX: number = 100 * KIB;
export const ACTIVITIES_MAX = 20;
export const ACTIVITY_CHARS_MAX = 500;
export const PARAMETERS_MAX = 50;
export const PARAMETER_KEY_CHARS_MAX = 64;
export const PARAMETER_OPTIONS_MAX = 100;
export const PARAMETER_OPTION_CHARS_MAX = 500;
export const PARAMETER_VALUE_CHARS_MAX: number = 64 * KIB;
export const RECIPE_EXTENSIONS_MAX = 50;
/** Limits of a recipe made from a conversation; only the first requests become steps. */
export const PROPOSED_ACTIVITIES_MAX = 5;
export const PROPOSED_PARAMETERS_MAX = 10;
export const PROPOSED_STEPS_MAX = 30;
/** Characters of one request in a step. */
export const STEP_CHARS_MAX = 1_000;
