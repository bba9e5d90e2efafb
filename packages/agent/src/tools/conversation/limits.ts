// Every limit of plan, task and ask, with its name.

export const PLAN_ENTRIES_MAX = 100;
export const PLAN_ENTRY_CHARS_MAX = 1_000;

export const TASK_TITLE_CHARS_MAX = 120;
export const TASK_INSTRUCTIONS_CHARS_MAX = 50_000;
/** What the model gets of a sub-agent's answer; the rest is cut off, and said to be. */
export const TASK_ANSWER_CHARS_MAX = 60_000;

export const QUESTION_CHARS_MAX = 4_000;
export const CHOICES_MAX = 12;
export const CHOICE_CHARS_MAX = 200;

/** What a title shows of a text. */
export const TITLE_CHARS_MAX = 80;
