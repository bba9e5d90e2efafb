// Every limit on what is asked, with its name.

/** Questions of one session that wait for a person; more are refused unasked. */
export const OPEN_QUESTIONS_MAX = 64;
/** Things that one call may touch; what names more is refused, because nobody could judge it. */
export const SUBJECTS_MAX = 256;
/** How long a second opinion may take before the question goes to a person. */
export const SECOND_OPINION_MS = 30_000;
/** What is kept of the reason that a second opinion or a client gives. */
export const REASON_CHARS_MAX = 1_000;

/** A question to a person, and the choices that come with it: wider than what the tool for it takes, since others may ask too. */
export const QUESTION_CHARS_MAX = 8_000;
export const CHOICES_MAX = 50;
export const CHOICE_CHARS_MAX = 1_000;
/** What a title shows of a question; the whole of it stands below. */
export const QUESTION_TITLE_CHARS_MAX = 200;
