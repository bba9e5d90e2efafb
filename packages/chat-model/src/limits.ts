// Every limit of this package, with its name.

/** With more differences than this between two texts, all lines between the first and the last one count as changed. */
export const DIFF_EDITS_MAX = 400;
/** Words of longer lines are not compared. */
export const DIFF_LINE_CHARS_MAX = 400;
/** With more differences than this between the words of two lines, all of them count as changed. */
export const WORD_EDITS_MAX = 60;
/** Lines around a change. */
export const DIFF_CONTEXT_LINES = 3;
/** Texts of a diff that are longer than this are counted, not compared. */
export const DIFF_CHARS_MAX = 400_000;

/** A view keeps only the end of a terminal's output, because it shows no more than that. */
export const TERMINAL_TAIL_CHARS_MAX = 32 * 1024;
/** Thoughts are kept so that they can be expanded; longer ones lose their beginning. */
export const THOUGHT_CHARS_MAX = 64 * 1024;
/** Finished tool calls that are kept because an agent may still update them. */
export const ENDED_TOOLS_MAX = 100;
/** The latest answer is kept for copying; longer ones lose their beginning. */
export const ANSWER_CHARS_MAX = 1024 * 1024;
/** Number of items of an earlier session that are shown when it is resumed. */
export const RECAP_ITEMS_MAX = 24;

/** A longer markdown block is shown in pieces, so that the work per chunk does not grow with the block. */
export const BLOCK_CHARS_MAX = 8_000;
/** A longer line of code is broken. */
export const CODE_LINE_CHARS_MAX = 64_000;
/** A longer code block is finished in parts. */
export const CODE_BLOCK_LINES_MAX = 500;
/** What is nested deeper is not parsed but shown as it was written. */
export const MARKDOWN_NESTING_MAX = 100;

/** Length of a field in the input of a tool call that a question shows as it is. */
export const INPUT_CHARS_MAX = 4_000;

/** Length of what the title of a tool call shows of its input. */
export const INPUT_TITLE_CHARS_MAX = 200;

/** Number of completions that are offered. */
export const COMPLETIONS_MAX = 32;
/** Number of prompts that wait for the running turn. */
export const QUEUED_PROMPTS_MAX = 100;
/** Number of files, images and texts that are attached to a prompt. */
export const CHIPS_MAX = 50;
/** Length of an attached text, or of an attached image in base64. */
export const CHIP_CHARS_MAX: number = 14 * 1024 * 1024;
/** A longer paste is shown as one label while the prompt is written. */
export const PASTE_FOLD_LINES = 8;
export const PASTE_FOLD_CHARS = 1_200;
/** Number of pastes and images in one prompt that have marks of their own. */
export const FOLDS_MAX = 1_000;

/** Longer sentences of the server stay in its language: finding out which one it is takes the square of its length. */
export const SENTENCE_CHARS_MAX = 2_000;
