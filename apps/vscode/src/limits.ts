// Every limit of the extension, with its name.

/** How long a search for the server waits to be needed before it starts over; the connection gives up after 15 s. */
export const LOCATE_MS = 10_000;
/** How often a search looks for a server that something else started. */
export const LOOK_MS = 1_000;
/** How long a server may take to start. */
export const START_MS_MAX = 30_000;
/** Characters of what a failed start wrote. */
export const START_OUTPUT_CHARS_MAX = 4_000;
/** How long a program may take to say which Node it is. */
export const NODE_VERSION_MS = 5_000;

/** The time of one frame: what arrives within it goes to the view in one message. */
export const FRAME_MS = 16;
/** Events in one message to a view. */
export const BATCH_EVENTS_MAX = 2_000;
/** Of a long session, the newest items that its view gets at first, and how many it gets at a time after that. */
export const FIRST_ITEMS = 120;
export const PART_ITEMS = 1_000;
/** Messages with events that a view may have before it; then the session is not read further. */
export const UNDRAWN_MAX = 8;
/** Messages that wait for a view that is not ready yet. */
export const WAITING_MESSAGES_MAX = 1_000;

/** Sessions of which unsent text is kept. */
export const DRAFTS_MAX = 50;
/** How long after the last key unsent text is stored. */
export const DRAFT_STORE_MS = 250;
/** Unsent text and attachments of one session that are stored; the rest lasts as long as the view. */
export const DRAFT_CHARS_MAX = 2_000_000;
/** How long a session is followed after the last chat that showed it was hidden. */
export const FOLLOWED_KEPT_MS = 60_000;
/** Files that are offered for an @ in a chat without a session. */
export const FOUND_FILES_MAX = 50;
/** Files that one prompt mentions. */
export const MENTIONS_MAX = 50;
export const TOKEN_BYTES_MAX = 4_096;
/** Questions that were notified once. */
export const NOTIFIED_KEPT_MAX = 1_000;
/** How long one request waits for the next step of an installation. */
export const JOB_WAIT_SECONDS = 20;

/** How long opened and closed documents are gathered before the server learns of them. */
export const REPORT_MS = 50;
/** Files of one session that are under review in the editor; the rest is reviewed in the chat. */
export const REVIEWED_FILES_MAX = 200;
/** How long after the last key hunks are looked for again. */
export const FOLLOW_MS = 120;
/** How long the left side of a diff waits for the session's changes, such as after a reload. */
export const BASE_WAIT_MS = 15_000;
/** Links that one path leads through. */
export const LINKS_MAX = 40;
/** Terminals of ended commands that stay open. */
export const ENDED_TERMINALS_MAX = 5;
/** Text that one menu command adds to a prompt; the rest is cut. */
export const CONTEXT_CHARS_MAX = 200_000;
/** Changes that a commit message is written for. */
export const COMMIT_DIFF_CHARS_MAX = 100_000;
/** How long an agent may take for a commit message. */
export const COMMIT_MESSAGE_MS = 120_000;
/** How long the editor does not follow the agent after a person typed or scrolled. */
export const FOLLOW_PAUSE_MS = 10_000;
/** Sessions of which it is known what they were begun with, what the settings added to them, and that they are not kept. */
export const BROUGHT_KEPT_MAX = 500;
export const APPLIED_KEPT_MAX = 200;
export const HELD_KEPT_MAX = 50;
/** A larger `.vscode/mcp.json` is not read. */
export const FOLDER_FILE_BYTES_MAX = 1_000_000;
/** Characters of the command of one of its servers in the question. */
export const SERVER_CHARS_MAX = 80;
/** What tools of the editor look at and answer with: files, bytes of one, lines, characters of one, characters of a text, edits. */
export const TOOL_FILES_MAX = 5_000;
export const TOOL_FILE_BYTES_MAX = 1_000_000;
export const TOOL_LINES_MAX = 200;
export const TOOL_LINE_CHARS_MAX = 300;
export const TOOL_TEXT_CHARS_MAX = 200_000;
export const TOOL_EDITS_MAX = 200;

/** Inline chats of one window; the oldest makes room. */
export const INLINE_CHATS_MAX = 20;
/** How often an inline chat is drawn while its agent writes. */
export const INLINE_DRAW_MS = 100;
/** How long a zone is empty, so that the editor notices: it gathers changes for 100 ms. */
export const EMPTIED_MS = 110;
/** Comments of an inline chat; the whole conversation is in its chat. */
export const COMMENTS_MAX = 30;
/** Characters of one of them. */
export const COMMENT_CHARS_MAX = 20_000;
