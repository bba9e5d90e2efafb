// Limits on recipes, with their names.

const KIB = 1024;

export const RECIPES_MAX = 1_000;
export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 2_000;
/** Of the instructions, and of the prompt. */
export const TEXT_CHARS_MAX: number = 100 * KIB;
export const ACTIVITIES_MAX = 20;
export const ACTIVITY_CHARS_MAX = 500;
export const PARAMETERS_MAX = 50;
export const KEY_CHARS_MAX = 64;
export const OPTIONS_MAX = 100;
export const OPTION_CHARS_MAX = 500;
/** Of one parameter. */
export const VALUE_CHARS_MAX: number = 64 * KIB;
export const EXTENSIONS_MAX = 50;

/** Activities that are proposed when a recipe is made of a conversation. */
export const PROPOSED_ACTIVITIES_MAX = 5;
/** Parameters that are proposed then. */
export const PROPOSED_PARAMETERS_MAX = 10;
/** Steps that are taken from what was asked for: the first ones. */
export const PROPOSED_STEPS_MAX = 30;
/** What is shown of one request in a step. */
export const STEP_CHARS_MAX = 1_000;
/** What a model is shown of a conversation: its end. */
export const MODEL_CONVERSATION_CHARS_MAX = 60_000;
