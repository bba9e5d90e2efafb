// Every limit of sessions, with its name.

/** Sessions in memory; with more, idle ones are unloaded at once. */
export const LIVE_SESSIONS_MAX = 500;
/** An idle session is unloaded when nothing has needed it this long. */
export const SESSION_IDLE_MS = 60_000;
/** An agent's session that was not used this long is closed; the next turn resumes it. */
export const LINK_IDLE_MS = 30 * 60_000;
/** How often idle sessions are looked for. */
export const IDLE_CHECK_MS = 60_000;
/** Agents' sessions that are open at the same time. */
export const LINKS_MAX = 500;
/** Of those, the ones that nobody follows, run no terminal and can be resumed: beyond this many, the least recently used are closed. */
export const IDLE_LINKS_MAX = 24;

export const LIST_DEFAULT = 50;
export const LIST_MAX = 1_000;
export const HITS_DEFAULT = 50;
export const HITS_MAX = 500;

export const TITLE_CHARS_MAX = 200;
/** Events of an import that are stored together. */
export const IMPORT_BATCH = 500;
export const IMPORT_EVENTS_MAX = 1_000_000;
/** How long MCP servers may take to say what they have, or to render a prompt. */
export const OFFER_MS = 30_000;
