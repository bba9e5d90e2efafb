// Every limit of the native dialect, with its name.

/** Events that one page of a log has, unless asked for fewer. */
export const EVENTS_PAGE_DEFAULT = 500;
export const EVENTS_PAGE_MAX = 5_000;
/** The latest events that a conversation is made of; what was before is in the log. */
export const CONVERSATION_EVENTS_MAX = 20_000;
/** The latest events in which tools and commands are looked for. */
export const KNOWN_TOOLS_EVENTS_MAX = 5_000;
/** How far back the beginning of a message is looked for when a stream is taken up in its middle. */
export const OPEN_MESSAGE_EVENTS_MAX = 5_000;
/** Events that are read at once where many are. */
export const READ_EVENTS = 1_000;
export const SESSIONS_PAGE_MAX = 200;
export const TURNS_PAGE_MAX = 200;
export const SEARCH_HITS_MAX = 200;
/** Messages that come with a first prompt. */
export const GIVEN_MESSAGES_MAX = 1_000;
export const CONTENT_PARTS_MAX = 1_000;
export const TITLE_CHARS_MAX = 500;
export const PLAN_TASKS_MAX = 100;
/** Turns that one cancel reaches: the running one and those that wait. */
export const CANCEL_TURNS_MAX = 100;
