// Limits on permission requests and questions.

/** Open questions per session; the agent rejects further ones without asking. */
export const OPEN_QUESTIONS_MAX = 64;
/** Files and commands that one call may access; the agent rejects larger calls, because a user could not review them. */
export const SUBJECTS_MAX = 256;
/** Time for a second opinion, after which the agent asks the user. */
export const SECOND_OPINION_MS = 30_000;
/** Length of a reason given by a second opinion or a client. */
export const REASON_CHARS_MAX = 1_000;

/** These exceed the limits of the `ask` tool, because other callers may ask as well. */
export const QUESTION_CHARS_MAX = 8_000;
export const CHOICES_MAX = 50;
export const CHOICE_CHARS_MAX = 1_000;
/** A title shows the start of a question; the full text is below it. */
export const QUESTION_TITLE_CHARS_MAX = 200;
