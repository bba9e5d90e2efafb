// Every limit of sessions, with its name.

/** Sessions that are kept in memory though nobody uses them. */
export const LIVE_SESSIONS_MAX = 1_000;
/** A session of an agent that was not used this long is closed; the next turn takes it up again. */
export const LINK_IDLE_MS = 30 * 60_000;
/** How often it is looked. */
export const LINK_LOOK_MS = 60_000;
/** Sessions that agents have open at the same time. */
export const LINKS_MAX = 500;

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
