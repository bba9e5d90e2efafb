// Every limit of the command line, with its name.

// Flags

export const PORT_MAX = 65_535;
/** Timers count milliseconds in 31 bits. */
export const SECONDS_MAX = 2_000_000;

// Servers

/** How long a server may take to answer the first check. */
export const SERVER_CHECK_MS = 5_000;
/** How long it may take to answer any other request, except for streams. */
export const SERVER_ANSWER_MS = 60_000;
export const TOKEN_BYTES_MAX = 4_096;
/** Maximum length of an error response that is read. */
export const SERVER_ERROR_CHARS_MAX = 2_000;
/** Sessions in one page of a list, and pages. */
export const SESSIONS_PER_PAGE = 200;
export const SESSION_PAGES_MAX = 500;
/** Recent sessions of a folder among which `--continue` looks for one that is not empty. */
export const LATEST_SEARCHED_MAX = 50;
/** Events that are read from the store at a time. */
export const EVENTS_PER_PAGE = 500;
/** How long a hub waits at its start for the import of earlier sessions, which then continues in the background. */
export const IMPORT_WAIT_MS = 1_000;
/** How long a command waits for another one that writes to the store. */
export const STORE_WAIT_MS = 5_000;
/** Maximum number of search results to request. */
export const SERVER_HITS_MAX = 200;
/** Maximum size of an imported session, because servers refuse larger bodies. */
export const IMPORT_BYTES_MAX: number = 16 * 1024 * 1024;
/** Maximum length of one event in an export. */
export const EVENT_LINE_CHARS_MAX: number = 64 * 1024 * 1024;

/** How long a background server may take to become ready. */
export const START_MS_MAX = 30_000;
/** How long a server that is stopping may take to make room for another one. */
export const ROOM_MS_MAX = 10_000;
/** How long a server may take to stop, beyond the time its turns have, and how often that is checked. */
export const STOP_MS_MAX = 60_000;
export const STOP_LOOK_MS = 50;
/** A larger log of the background server is moved aside. */
export const LOG_BYTES_MAX: number = 4 * 1024 * 1024;
/** How much of the log an error shows. */
export const LOG_TAIL_CHARS = 1_000;
/** Turns among which the beginning of an id is looked up. */
export const TURNS_SEARCHED_MAX = 100;

// Tools of editors

/** Calls of an agent that wait for an answer. */
export const EDITOR_CALLS_MAX = 64;
/** Between two attempts to listen for other tools. */
export const EDITOR_STREAM_RETRY_MS = 2_000;
/** Length of an incomplete line. */
export const EDITOR_STREAM_LINE_CHARS_MAX = 65_536;

// The bridge

/** Delays between attempts to reconnect; the last one repeats. */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 100, 250, 500, 1_000, 2_000];
/** The bridge gives up reconnecting after this long. */
export const RECONNECT_MS_MAX = 60_000;
/** Timeout for resuming one session, for which the server may have to start an agent. */
export const BRIDGE_RESUME_MS = 60_000;
/** Messages that are held while the connection is down, before the editor is paused. */
export const HELD_MESSAGES_MAX = 1_000;
/** Maximum number of unanswered requests from the editor, and of sessions it follows. */
export const UNANSWERED_MAX = 10_000;
export const FOLLOWED_SESSIONS_MAX = 1_000;

// Prompts and runs

/** Maximum number of files attached to one prompt. */
export const ATTACHMENTS_MAX = 100;
/** Maximum size of a picture or sound, which is sent as base64 and grows by a third; agents refuse larger ones. */
export const MEDIA_BYTES_MAX = 20 * 1024 * 1024;
/** Maximum size of a file from which a range of lines is attached. */
export const RANGE_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Maximum length of such a range. */
export const RANGE_CHARS_MAX = 1024 * 1024;
/** Maximum size of a prompt from stdin. */
export const STDIN_BYTES_MAX = 16 * 1024 * 1024;
/** How long an agent has to cancel its turn before it is stopped. */
export const CANCEL_GRACE_MS = 5_000;
/** How long a run waits for its server to come back. */
export const SERVER_BACK_MS = 20_000;
/** Maximum length of the agent's answer that is kept for the JSON object at the end. */
export const RUN_ANSWER_CHARS_MAX: number = 32 * 1024 * 1024;
/** Maximum number of unfinished tool calls whose details are kept. */
export const RUN_TOOL_CALLS_MAX = 1_000;
/** Servers accept titles up to this length. */
export const SESSION_NAME_CHARS_MAX = 200;
/** Default number of results of `parley sessions search`. */
export const SEARCH_HITS_DEFAULT = 50;
/** Maximum length of a recipe's file name that is derived from its title. */
export const RECIPE_NAME_CHARS_MAX = 60;

// The proxy

/** How long an agent's exit may wait for a disk or a network that does not answer. */
export const WATCHERS_CLOSE_MS_MAX = 5_000;
/** Maximum number of sessions whose folders are watched; the oldest is dropped. */
export const WATCHED_SESSIONS_MAX = 64;
/** Maximum number of folders whose listing is kept, which may take a few megabytes; the least recently used goes. */
export const WATCHED_FOLDERS_MAX = 4;
/** The remaining files of a larger folder are not listed. */
export const LISTED_FILES_MAX = 20_000;
/** A signal that the process sends to itself takes effect within this time, if at all. */
export const OWN_SIGNAL_MS = 250;

// Feeds, traces, checks

/** Without a terminal, a feed that has not appeared after this time is reported as missing. */
export const FEED_WAIT_MS = 5_000;
/** Feeds of other makers do not mark the end of their history, so a pause of this length counts as the end. */
export const FEED_QUIET_MS = 300;
export const FILTER_CHARS_MAX = 200;
/** A line longer than this cannot be a message. */
export const REPLAY_LINE_CHARS_MAX: number = 64 * 1024 * 1024;
export const TRACE_BATCH_CHARS: number = 64 * 1024;
/** Reading all logs of a busy year would take too long. */
export const LOG_CHECK_MS_MAX = 5_000;
export const DAMAGE_SHOWN_MAX = 5;
/** How long a program may take to print its version. */
export const PROGRAM_CHECK_MS = 5_000;
/** Every open page asks for the state of the model every few seconds, so the answer is reused. */
export const MODEL_CHECK_FRESH_MS = 2_000;
/** Maximum number of unknown keys to warn about. */
export const UNKNOWN_KEYS_MAX = 20;

// Shell completion

export const CANDIDATES_MAX = 200;
/** Maximum length of a candidate's description. */
export const CANDIDATE_ABOUT_CHARS_MAX = 80;
export const SESSIONS_OFFERED_MAX = 30;
/** An agent's modes and models are among the first events of a session. */
export const COMPLETION_EVENTS_MAX = 50;
/** A local server answers in a few milliseconds; completion skips one that does not. */
export const COMPLETION_SERVER_MS = 75;

// Output

/** Writing blocks when more than this is buffered. */
export const PIPE_BYTES_HIGH: number = 1024 * 1024;
/** Writing continues when the buffer has shrunk to this. */
export const PIPE_BYTES_LOW: number = 768 * 1024;
/** How long the writer blocks at a time for a stalled reader. */
export const PIPE_STALL_MS = 1_000;
/** The screen is painted at most once in this time. */
export const PAINT_INTERVAL_MS = 33;
/** A paint is followed by this many times the time that it took, so that drawing takes a tenth of one core at most. */
export const PAINT_REST_FACTOR = 9;
/** New content is shown after at most this time; a key is shown at once. */
export const PAINT_INTERVAL_MS_MAX = 200;
/** After a resize the screen is painted when this long has passed without another one. */
export const RESIZE_QUIET_MS = 60;
/** Length of an agent's error message. */
export const DETAILS_CHARS_MAX = 500;
/** Rows of a prompt that are printed; of a longer one, the beginning and the end. */
export const PROMPT_ROWS_MAX = 20;
/** tmux moves its rows at once, but reports a second resize only 250 ms after the first. */
export const RESIZE_QUIET_TMUX_MS = 400;
/** If the process cannot be suspended, it continues after this time. */
export const SUSPEND_WAIT_MS = 200;

// Text in the terminal

/** The unfinished end of a text, which is redrawn with every chunk, is kept within this many rows. */
export const TAIL_ROWS_MAX = 6;
/** Deeper nesting is drawn at this depth. */
export const MARKDOWN_DEPTH_MAX = 12;
/** Longer addresses are printed without a link. */
export const LINK_CHARS_MAX = 2_000;

/** Longer lines are not highlighted. */
export const HIGHLIGHTED_LINE_CHARS_MAX = 2_000;
/** Number of preceding lines that the highlighter sees again. */
export const HIGHLIGHT_CONTEXT_LINES = 24;
/** Maximum number of preceding lines it sees; a longer comment loses its colour. */
export const HIGHLIGHT_CONTEXT_LINES_MAX = 96;
/** Lines given to the highlighter at once. */
export const HIGHLIGHT_BATCH_LINES = 200;

/** Length of a picture in base64; larger ones are described in words. */
export const PICTURE_CHARS_MAX: number = 8 * 1024 * 1024;
/** Pixels of a picture that is decoded. */
export const PICTURE_PIXELS_MAX = 4_000_000;
/** Rows that a picture takes at most. */
export const PICTURE_ROWS_MAX = 16;

// Keyboard and line editor

/** Maximum length of the text in the line editor; the rest of a longer paste is left out. */
export const EDITOR_CHARS_MAX = 200_000;
export const UNDO_STEPS_MAX = 200;
export const KILLS_MAX = 20;
/** How long an ESC waits for the rest of a key; a slow line may split them. */
export const ESCAPE_WAIT_MS = 50;
/** A paste without an end is given up after this many characters. */
export const PASTE_CHARS_MAX = 4_000_000;
/** A longer escape sequence is not a key. */
export const KEY_CHARS_MAX = 64;

// The chat

/** Number of turns, from the last one back, in which /undo and /redo look for changes. */
export const CHANGED_TURNS_MAX = 50;
/** Number of files that /diff shows. */
export const DIFFS_MAX = 20;
/** Rows of one file that /diff shows. */
export const HUNK_ROWS_MAX = 400;
/** Events that the reader fetches at a time when it reaches the beginning of what the chat has. */
export const READER_PAGE_EVENTS = 5_000;
/** The reader looks for news at most once in this time, because that takes longer the longer the session is. */
export const READER_REFRESH_MS = 200;

/** Rows of a diff below its tool call: closed, and open. */
export const DIFF_ROWS = 14;
export const DIFF_ROWS_OPEN = 400;
/** Rows of output below its tool call: while it runs or when it is closed, and open. */
export const OUTPUT_ROWS = 4;
export const OUTPUT_ROWS_OPEN = 100;
/** Failures get more rows than successes, because their output explains what to fix. */
export const FAILURE_ROWS = 8;

/** Entries of a plan that are shown while a turn runs. */
export const PLAN_ROWS_MAX = 8;
export const CHANGED_FILES_MAX = 30;
export const QUEUED_ROWS_MAX = 5;
/** Answers "no, do this instead" that may still come back as prompts. */
export const INSTEAD_KEPT_MAX = 10;
/** Maximum rows for the text being typed. */
export const EDITOR_ROWS_MAX = 10;
export const MENU_ROWS_MAX = 8;

/** Results of /search. */
export const CHAT_HITS_MAX = 50;
/** How long a program may take to read the clipboard. */
export const CLIPBOARD_MS_MAX = 5_000;
/** Mentioned files that are looked up while the prompt is typed. */
export const MENTIONED_SHOWN_MAX = 20;
/** A longer paste is not a path. */
export const PATH_CHARS_MAX = 4_096;
export const HISTORY_ENTRIES_MAX = 1_000;
export const HISTORY_ENTRY_CHARS_MAX = 20_000;
export const HISTORY_BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of files that completion after @ searches. */
export const WORKSPACE_FILES_MAX = 100_000;
export const WORKSPACE_FILES_FRESH_MS = 10_000;

/** A second Ctrl-C within this time quits. */
export const LEAVE_WAIT_MS = 2_000;
/** A question that appears while the user is typing must not be answered by the next key. */
export const ANSWER_GUARD_MS = 400;
/** After an answer, the next question takes no key until this long has passed without one. */
export const ANSWER_PAUSE_MS = 300;
/** After this much silence of the agent, the turn shows a notice. */
export const QUIET_NOTICE_MS = 30_000;
/** If a cancelled turn still runs after this time, it shows a notice. */
export const CANCEL_NOTICE_MS = 5_000;
/** Interval for redrawing the spinner and the elapsed time. */
export const TICK_MS = 120;
/** After this long without a key, the user counts as elsewhere, unless the terminal says whether it has the focus. */
export const BELL_AFTER_MS = 15_000;
/** Length of a field of a desktop notification. */
export const NOTIFICATION_CHARS_MAX = 200;
/** If starting takes longer, the terminal says so. */
export const START_NOTICE_MS = 300;
/** Many terminals refuse to put more than this on the clipboard. */
export const CLIPBOARD_BYTES_MAX = 74_000;

// Conversations

/** How long a session may take to open: an agent may be downloaded first. */
export const SESSION_OPEN_MS = 600_000;
/** How long leaving waits for the deletion of a session that was never opened. */
export const DISCARD_SESSION_MS = 2_000;
/** Events of a resumed session that are read again; the log has the others. */
export const HISTORY_EVENTS_MAX = 50_000;
/** Waits before a question of the log is looked for at the hub, which keeps it a moment later. */
export const QUESTION_READ_DELAYS_MS: readonly number[] = [0, 20, 50, 100, 250, 500, 1_000];

/** Characters of the command that `notify` runs or of one of its arguments, and their number. */
export const NOTIFY_COMMAND_CHARS_MAX = 4_000;
export const NOTIFY_ARGS_MAX = 100;
/** How long one request waits for the next step of a job; between two, questions are looked for and Ctrl-C counts. */
export const JOB_POLL_SECONDS = 1;

/** Length of a queued prompt in a list. */
export const QUEUED_PROMPT_CHARS_MAX = 200;
