// Every limit of the extraction, with its name.

/** Requests without an answer, in each direction; with more, the oldest are forgotten. */
export const PENDING_REQUESTS_MAX = 5_000;
/** Sessions, tool calls and terminals of one connection; with more, those that were quiet longest are forgotten. */
export const SESSIONS_MAX = 200;
export const TOOL_CALLS_MAX = 2_000;
export const TERMINALS_MAX = 500;
/** Prompts of a session that run at the same time. */
export const OPEN_TURNS_MAX = 100;
/** Accesses that are known to have been told already; with more, all are forgotten, and some are told twice. */
export const SEEN_ACCESSES_MAX = 100_000;
/** Writes that wait until they are under way; with more, they are told at once. */
export const HELD_WRITES_MAX = 2_000;
/** Files that one message is given credit for. */
export const FILES_PER_MESSAGE_MAX = 1_000;
/** Entries of a list in a message that are looked at: locations, content, blocks, options. */
export const LIST_ITEMS_MAX = 2_000;
/** A longer path is none. */
export const PATH_CHARS_MAX = 4_096;
/** What is looked at of a command, a prompt's text, an output. */
export const COMMAND_CHARS_MAX = 16_384;
export const WORDS_MAX = 1_000;
/** Open braces of a command; what follows the last is not looked at. */
export const BRACES_MAX = 200;
/** Groups, substitutions and words of a command within each other. */
export const NESTING_MAX = 64;
export const PROMPT_CHARS_MAX = 262_144;
export const OUTPUT_CHARS_MAX = 65_536;
/** The unfinished line that is kept of a terminal until the rest of it comes. */
export const LINE_REST_CHARS_MAX = 4_096;
/** What is kept of a command, a title or another word of the agent. */
export const TEXT_CHARS_MAX = 1_000;
/** Envelopes in one another: a chain may be a component of another chain. */
export const ENVELOPES_MAX = 8;
/** Messages of a chain that may still come a second time, inside an envelope or without; with more, the oldest are forgotten. */
export const PASSED_ON_MAX = 2_000;
/** What is compared of such a message. */
export const COMPARED_CHARS_MAX = 65_536;
