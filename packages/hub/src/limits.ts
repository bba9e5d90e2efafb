// Every limit of the hub, by the part that holds to it.
import type { TranscriptLimits } from "@parley/acp/transcript";

const KIB = 1024;
const MIB = 1024 * KIB;

// Agents

export interface AgentsLimits {
  /** Statistics of turns are shown after this long at the latest; the list is built once for all of them. */
  readonly statisticsMs: number;
  /** A list that is requested this long after the machine was last searched starts another search in the background. */
  readonly refreshMs: number;
  /** The user's own modes are read again for a list that is requested this long after they were last read. */
  readonly modesRefreshMs: number;
  /** How long a search of the machine, or reading all cards of remote agents, may take. */
  readonly refreshTimeoutMs: number;
  /** How long the very first requests wait for the first search of the machine. */
  readonly firstRefreshMs: number;
  /** How long reading the card of a remote agent may take. */
  readonly cardMs: number;
  /** Cards that are read at the same time. */
  readonly cardsParallelMax: number;
  readonly remotesMax: number;
  /** Of one agent or slot. */
  readonly extensionsMax: number;
  /** Changes that wait for the one that is being stored. */
  readonly changesWaitingMax: number;
}

export const defaultAgentsLimits: AgentsLimits = {
  statisticsMs: 1_000,
  refreshMs: 60_000,
  modesRefreshMs: 500,
  refreshTimeoutMs: 60_000,
  firstRefreshMs: 3_000,
  cardMs: 10_000,
  cardsParallelMax: 8,
  remotesMax: 100,
  extensionsMax: 64,
  changesWaitingMax: 256,
};

/** ACP-REST allows names of this length. */
export const ENTRY_NAME_CHARS_MAX = 63;
/** Agents that would have the same name. */
export const NAME_SUFFIX_MAX = 99;
/** What is shown of an agent's title and description, which others wrote. */
export const AGENT_TITLE_CHARS_MAX = 100;
export const AGENT_DESCRIPTION_CHARS_MAX = 1_000;
export const ADDRESS_CHARS_MAX = 2_000;
/** Names that an error lists. */
export const NAMES_IN_ERROR_MAX = 30;
/** What an error repeats of an unknown name. */
export const NAME_IN_ERROR_CHARS_MAX = 80;

// Sessions

/** Sessions in memory; with more, idle ones are unloaded at once. */
export const LIVE_SESSIONS_MAX = 500;
/** An idle session is unloaded when nothing has needed it this long. */
export const SESSION_IDLE_MS = 60_000;
/** An agent's session that was not used this long is closed; the next turn resumes it. */
export const LINK_IDLE_MS: number = 30 * 60_000;
/** How often idle sessions are looked for. */
export const IDLE_CHECK_MS = 60_000;
/** Agents' sessions that are open at the same time. */
export const LINKS_MAX = 500;
/** Of those, the ones without followers and terminals that can be resumed: beyond this many, the least recently used are closed. */
export const IDLE_LINKS_MAX = 12;

export const SESSIONS_PAGE_DEFAULT = 50;
export const SESSIONS_PAGE_MAX = 1_000;
export const HITS_DEFAULT = 50;
export const HITS_MAX = 500;
export const SESSION_TITLE_CHARS_MAX = 200;
/** Events of an import that are stored together. */
export const IMPORT_BATCH = 500;
export const IMPORT_EVENTS_MAX = 1_000_000;
/** A session of a file is in memory while it is imported. */
export const IMPORT_CHARS_MAX: number = 256 * 1024 * 1024;
/** How long MCP servers may take to list their tools and prompts, or to render a prompt. */
export const OFFER_MS = 30_000;

// Links to agents

/** Sessions in one process of our own agent, which refuses more than 64. */
export const OWN_LINKS_MAX = 60;
/** Sessions in one process of any other agent. */
export const PROCESS_LINKS_MAX = 500;
/** Processes of one program, over all folders and environments. */
export const PROCESSES_MAX = 20;

/** Sessions whose launch or environment is kept in memory; with more, the one that was used longest ago is dropped. */
export const SESSION_LAUNCHES_MAX = 1_000;
export const COMMAND_CHARS_MAX = 4_096;
export const PROGRAM_ARGS_MAX = 256;
/** Of all arguments together. */
export const PROGRAM_ARGS_CHARS_MAX: number = 128 * KIB;
/** What an error repeats of a variable's name. */
export const VARIABLE_IN_ERROR_CHARS_MAX = 80;

/** The conversation so far, as a new agent gets it. */
export const HISTORY_CHARS_MAX = 60_000;
/** Of one message: its beginning and its end. */
export const HISTORY_MESSAGE_CHARS_MAX = 6_000;
/** Files that it names. */
export const HISTORY_FILES_MAX = 100;
/** Events that are read for it, the latest ones. */
export const HISTORY_EVENTS_MAX = 20_000;

// Programs of agents

/** Of an id that an agent gave to one of its own sessions. */
export const AGENT_SESSION_ID_CHARS_MAX = 1_000;
/** Pages of our sessions that are searched for one of an agent's. */
export const KNOWN_PAGES_MAX = 50;
/** Jobs that run at the same time, that are kept, and how long one may take. */
export const JOBS_RUNNING_MAX = 8;
export const JOBS_KEPT_MAX = 100;
export const JOB_MS_MAX: number = 30 * 60_000;
/** Latest steps of a job, characters of one, how often a download is one, and how long a request waits for one. */
export const JOB_STEPS_MAX = 500;
export const JOB_TEXT_CHARS_MAX = 2_000;
export const JOB_DOWNLOAD_MS = 500;
export const JOB_WAIT_MS_MAX = 30_000;
/** Latest messages with an agent's processes that are kept, their characters, and for how many agents. */
export const TRAFFIC_FRAMES_MAX = 500;
export const TRAFFIC_CHARS_MAX: number = 512 * KIB;
export const TRAFFIC_AGENTS_MAX = 50;

// Search

/** Of one message or tool call that is indexed. */
export const INDEXED_CHARS_MAX = 20_000;
/** Texts of one turn that are indexed, the latest ones. */
export const INDEXED_TEXTS_MAX = 2_000;
/** What stays in memory of a session's transcript: its latest turn is indexed from it, everything else is in the log. */
export const TRANSCRIPT_LIMITS: TranscriptLimits = {
  itemsMax: INDEXED_TEXTS_MAX,
  charsMax: 4 * MIB,
  messageCharsMax: 2 * MIB,
  terminalBytesMax: 64 * KIB,
};

// Turns

/** Turns that are queued in one session. */
export const QUEUED_MAX = 100;
/** An agent that has not ended a cancelled turn after this long is not waited for. */
export const FORCE_MS = 15_000;
/** How long the client of a turn that ends with it may take to connect again. */
export const DISCONNECT_GRACE_MS = 10_000;
/** How often storing the end of a turn is retried, and for how many turns. */
export const SAVE_RETRY_MS = 2_000;
export const UNSAVED_MAX = 10_000;
export const TURNS_PAGE_DEFAULT = 50;
export const TURNS_PAGE_MAX = 1_000;
export const PROMPT_BLOCKS_MAX = 1_000;
/** A JSON Schema that answers have to fit. */
export const SCHEMA_CHARS_MAX = 100_000;
/** Problems of an answer that does not fit which the agent is shown. */
export const SCHEMA_ERRORS_SHOWN_MAX = 5;
export const SCHEMA_CHECK_MS_MAX = 250; // For one answer: patterns can take forever, and nothing else runs meanwhile.

// Questions

/** A question that is not answered within this time is answered with "cancelled". */
export const EXPIRES_MS: number = 24 * 60 * 60_000;
/** Questions that are open at the same time, over all sessions. */
export const PENDING_MAX = 10_000;
/** The longest time that a timer takes. */
export const TIMER_MS_MAX: number = 2 ** 31 - 1;

// The log

/** A store that fails is retried after this long, this often; then the events are given up and their sessions end. */
export const RETRY_MS = 500;
export const RETRIES_MAX = 20;
/** Latest events of a session that are kept in memory for followers that are a little behind. */
export const TAIL_EVENTS_MAX = 1_000;
export const TAIL_CHARS_MAX: number = MIB;
/** The same while all followers are up to date. */
export const TAIL_CAUGHT_UP_EVENTS = 100;
/** One read of the store for a follower that is behind. */
export const PAGE_EVENTS = 500;
export const PAGE_EVENTS_MAX = 5_000;

// Changes of everything

/** Latest changes in memory, for readers that come back or are behind; one that missed more starts over. */
export const CHANGES_KEPT_MAX = 2_000;
/** Beyond them before the oldest are dropped, all at once. */
export const CHANGES_KEPT_SPARE = 200;
/** Readers of all changes at the same time. */
export const CHANGES_READERS_MAX = 16_000;
/** Length of a question's or an error's text in a change. */
export const CHANGE_TITLE_CHARS_MAX = 300;
export const CHANGE_ERROR_CHARS_MAX = 2_000;
/** How often the machine's agents are compared with those that readers of changes know. */
export const AGENTS_CHECK_MS = 2_000;

// Notifications

/** Commands that run at the same time, and notifications that wait for them: beyond these, the oldest are dropped. */
export const NOTIFY_RUNNING_MAX = 4;
export const NOTIFY_WAITING_MAX = 20;
/** A command that takes longer is ended. */
export const NOTIFY_MS = 10_000;
export const NOTIFY_END_GRACE_MS = 500;
/** What is kept of its output, which is not shown. */
export const NOTIFY_OUTPUT_BYTES_MAX = 4_096;
/** Characters of a title or text that it gets. */
export const NOTIFY_TEXT_CHARS_MAX = 300;

// Routing

/** Weight of each part of a mode when a prompt is compared with it. */
export const WHEN_TO_USE_WEIGHT = 0.6;
export const DESCRIPTION_WEIGHT = 0.3;
export const NAME_WEIGHT = 0.1;
/** The best mode answers if it has at least this score. */
export const SCORE_MIN = 0.2;
/** Below this the scorer is unsure, and a model is asked if there is one. */
export const SURE_SCORE_MIN = 0.4;
/** A short prompt reaches that with one word that many modes could have: `review this`. */
export const SURE_WORDS_MIN = 2;
/** Of the default mode of the first slot, which answers when nothing fits. */
export const DEFAULT_CONFIDENCE = 0.5;
export const NO_SLOT_CONFIDENCE = 0.1;
/** Of a model that does not say how sure it is. */
export const MODEL_CONFIDENCE = 0.7;
/** Scored are the first characters of a prompt: what is wanted comes before what is pasted. */
export const SCORED_CHARS_MAX = 8_000;
export const PROMPT_KEYWORDS_MAX = 40;
/** Of a mode's texts. */
export const MODE_KEYWORDS_MAX = 200;
export const ROUTING_MS_MAX = 10_000;
/** What a model is shown of a prompt that it routes. */
export const ROUTED_PROMPT_CHARS_MAX = 4_000;
/** Modes that a model can choose from. */
export const ROUTED_MODES_MAX = 60;
export const ROUTING_REASONING_CHARS_MAX = 300;
/** Words that a reasoning names. */
export const WORDS_IN_REASONING_MAX = 5;
/** How far back in a session `/plan run` looks for the plan that was proposed. */
export const PROPOSED_PLAN_EVENTS_MAX = 1_000;

// Plans

/** Tasks that a prompt is split into; the rest goes into the last one. */
export const PROPOSED_TASKS_MAX = 5;
/** Tasks of a plan that a client sends. */
export const PLAN_TASKS_MAX = 20;
/** Tasks of one plan that run at the same time. */
export const PARALLEL_TASKS_MAX = 3;
export const RUNNING_PLANS_MAX = 32;
/** A longer prompt is one task. */
export const SPLIT_CHARS_MAX = 20_000;
/** Places in a prompt that are tried as boundaries between tasks. */
export const BOUNDARIES_MAX = 200;
/** Sentences that are routed one by one to see whether they are for different agents. */
export const SENTENCES_MAX = 10;
/** A sentence routed with less confidence goes to the agent of the sentence before it. */
export const SENTENCE_CONFIDENCE_MIN = 0.2;
export const TASK_DESCRIPTION_CHARS_MAX = 100_000;
export const TASK_REASONING_CHARS_MAX = 1_000;
export const TASK_ID_CHARS_MAX = 100;
export const TASK_TITLE_CHARS_MAX = 80;
export const QUESTIONS_MAX = 5;
export const QUESTION_CHARS_MAX = 500;
/** The end of an earlier task's result that a task gets. */
export const EARLIER_RESULT_CHARS_MAX = 20_000;
/** Turns of the plan's session that its results wait for, one after the other, before they are given up. */
export const TURNS_WAITED_MAX = 100;

// Recipes

export const RECIPES_MAX = 1_000;

// Texts for models and from them

/** How long a model may take for one answer; then Parley continues without it. */
export const ANSWER_MS_MAX = 60_000;
/** Events of a conversation that are read at a time. */
export const EVENTS_PAGE = 500;
/** What is kept of one message; of a longer one, its end. */
export const MESSAGE_CHARS_MAX: number = 64 * KIB;
/** Messages of a conversation that are kept: the first one, and then the latest. */
export const MESSAGES_MAX = 500;

// Views

/** Viewers of a session are sent changes this often at most. */
export const TICK_MS = 100;
/** Sessions that are watched; with more, the one that was quiet longest is dropped, unless it has viewers. */
export const WATCHED_SESSIONS_MAX = 300;
/** Files of one session, cold ones included; with more, the coldest are dropped. */
export const FILES_MAX = 10_000;
/** Files in a whole view, the ones touched last; the others come when they change. */
export const VIEW_FILES_MAX = 5_000;
/** Viewers of one session at the same time. */
export const VIEWERS_MAX = 1_000;
/** Latest frames of one session in memory. */
export const TRACE_FRAMES_MAX = 4_000;
export const TRACE_CHARS_MAX: number = MIB;
/** Frames are packed this long after they came, this many at a time: in a flood most were dropped by then. */
export const PACK_FRAMES_MS = 1_000;
export const PACKED_FRAMES_MAX = 250;
/** First frames of a connection and of a session, which are kept however much follows. */
export const BEGINNING_FRAMES_MAX = 24;
export const BEGINNING_CHARS_MAX: number = 64 * KIB;
/** Of all sessions together; with more, the session that was quiet longest loses its frames. */
export const TRACES_CHARS_MAX: number = 24 * MIB;
/** The total is checked after this many frames: in between it grows by little. */
export const FRAMES_BETWEEN_CHECKS = 256;
/** Of a larger frame, only its outline is kept. */
export const FRAME_BYTES_MAX: number = 256 * KIB;
/** What is kept of a text that is not a message. */
export const MALFORMED_CHARS_MAX: number = 4 * KIB;
/** Requests of one side that have no answer yet. */
export const OPEN_REQUESTS_MAX = 5_000;
/** Sessions that are tracked per connection. */
export const CONNECTION_SESSIONS_MAX = 10_000;
/** Sessions of an agent that are not known to be ours yet, and frames that wait for one of them. */
export const UNNAMED_SESSIONS_MAX = 64;
export const UNNAMED_FRAMES_MAX = 200;
/** Deleted sessions whose late frames are recognised. */
export const GONE_MAX = 1_000;
/** Rows of a timeline unless fewer are requested: the latest. */
export const TIMELINE_ROWS_DEFAULT = 500;
/** Lines of a trace that are formatted at a time; other work runs in between. */
export const LINES_AT_ONCE = 100;
/** Failures of watching that are logged one by one. */
export const FAILURES_LOGGED_MAX = 10;

// Changed files

/** Sessions whose changed files or terminals are kept in memory; the least recently used one makes room. */
export const CHANGE_INDEXES_MAX = 64;
/** How long an undo waits for a running turn: less than clients wait for an answer. */
export const REVIEW_WAIT_MS = 50_000;
/** Files that one request names, and hunks. */
export const REVIEWED_MAX = 5_000;
/** How often a session can be rewound, and undo that. */
export const REWINDS_MAX = 1_000;
/** Prompts to rewind to that are listed, the latest ones. */
export const REWIND_POINTS_MAX = 1_000;
/** Number of restored files that a rewind lists in the log. */
export const REWOUND_FILES_MAX = 1_000;
/** Sessions of a folder, the latest ones, whose changes are searched for a file. */
export const HISTORY_SESSIONS_MAX = 200;
/** Turns that the history of a file lists. */
export const HISTORY_TOUCHES_DEFAULT = 20;
export const HISTORY_TOUCHES_MAX = 200;
/** Files that the text for the agent names. */
export const TOLD_FILES_MAX = 20;
/** Tool calls of a turn that are searched for who wrote a file: the latest. */
export const WRITERS_MAX = 2_000;

/** Finished terminals of a session that can be listed and read again. */
export const ENDED_TERMINALS_MAX = 200;
/** The end of a terminal's output that is shown; the documentation names it. */
export const SHOWN_TERMINAL_BYTES_MAX: number = 256 * 1024;
/** Views that follow one terminal at a time. */
export const TERMINAL_FOLLOWERS_MAX = 48;

// Files

/** Files that a search finds, unless a number is given. */
export const FILE_HITS = 50;
/** Files of a folder that a search looks at, how long a list of them is used, and how many folders have one. */
export const FILES_LISTED_MAX = 100_000;
export const FILE_LIST_MS = 2_000;
export const FILE_LISTS_MAX = 8;
/** Files that are listed with their sizes, unless a number is given. */
export const FILES_SIZED = 20_000;

// Editors

/** How long an editor may take to answer a request for a file, and then to confirm that it was cancelled. */
export const EDITOR_ANSWER_MS = 2_000;
/** A longer text, or a larger file, is read from and written to the disk: it would fill a connection. */
export const EDITOR_TEXT_CHARS_MAX: number = 4 * MIB;
/** How long a tool of an editor may take. */
export const EDITOR_TOOL_MS = 60_000;
/** How long a call of a tool waits for an editor that is being reloaded. */
export const EDITOR_RETURN_MS = 15_000;
/** Sessions whose agents have tools of editors. */
export const EDITOR_TOOL_SESSIONS_MAX = 1_000;
/** Notes of one turn about files of editors. */
export const EDITOR_NOTES_MAX = 20;

/** Capabilities of an agent that are listed by name. */
export const CAPABILITIES_MAX = 50;

/** Folders of the sample project that are kept. */
export const SAMPLE_FOLDERS_MAX = 10;
/** The end of the output of a user's command that the agent gets with the next prompt. */
export const TOLD_OUTPUT_CHARS_MAX = 16_000;
