// Every limit of the agent, by the part that it belongs to.

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

// Several parts

export const FILES_AT_ONCE = 16; // Files that are read in parallel.
export const FILE_TIME_TICK_MS = 2_000; // Some file systems store times in steps of up to two seconds.
export const EXIT_GRACE_MS = 1_000; // Time to wait for the exit status of a process after its output has ended.
export const SHOWN_VALUE_CHARS_MAX = 100; // Part of an invalid value or URL that an error shows.
export const CALL_TITLE_CHARS_MAX = 100; // Title of a call of the browser or an MCP server.
export const WEB_IMAGE_BYTES_MAX = 3 * MIB; // Fetched images and screenshots.

// Sessions

export const BATCH_UPDATES_MAX = 256; // Updates that are written and sent in one batch.
export const STEERING_MAX = 32; // Messages that wait for the next step of a running turn.
export const LIST_PAGE_SIZE = 50; // Sessions on one page of a list.
export const LIST_KEPT_MS = 5_000; // Time for which a list is kept for requests for its next page.
export const OPEN_SESSIONS_MAX = 64; // Sessions open at the same time.
export const REPLAY_CHARS_MAX = 64 * KIB; // Length of a message replayed in one update.
export const RESOURCE_CHARS_MAX = 256 * KIB; // Text of an embedded resource sent to the model.
export const CONVERSATION_CHARS_MAX = 200 * KIB; // Length of the conversation as plain text for a recipe or a review.
export const MCP_BUDGET_MS = 5_000; // Time that a session waits for starting MCP servers, measured from their start.
export const SUB_AGENT_STEPS_MAX = 50; // Steps of a sub-agent.
export const PREPARE_DELAY_MS = 25; // An opened session preloads turn resources after this delay.
export const WAITING_NOTICES_MAX = 20; // Notices kept for the next turn; further ones drop the oldest.

// Agent loop

export const TURN_STEPS_MAX = 100; // Requests to the model in one turn.
export const TURN_TOKENS_MAX = 20_000_000; // Tokens of all requests of a turn, cached ones included.
export const TURN_MS_MAX = 24 * 60 * MINUTE; // Ends abandoned turns only: a user may take hours to answer a question.
export const CONTINUATIONS_MAX = 25; // Automatic continuations by autopilot in one turn.
export const IDLE_CONTINUATIONS_MAX = 2; // Consecutive continuations without a tool call in between.
export const REPEATED_STEPS_MAX = 5; // Consecutive steps with the same calls and the same results.
export const FAILING_STEPS_MAX = 12; // Consecutive steps in which every call failed.
export const PARALLEL_CALLS_MAX = 8; // Calls of one step that run at the same time.
export const STEP_CALLS_MAX = 128; // Calls of one step; further calls fail.
export const STEP_CHARS_MAX = 64 * MIB; // Text and thoughts of one step.
export const EVENTS_PER_PAUSE = 256; // The loop pauses after this many events, so that a cancel gets through.
export const RESULTS_WINDOW_SHARE = 0.4; // The part of a model's window that the results of one step may fill.
export const COMPACTION_FRACTION = 0.8; // Compaction starts when this share of the model's window is full.
export const ANSWER_WINDOW_SHARE = 0.5; // Maximum share of the window reserved for an answer.
export const COMPACTION_GAIN_SHARE = 0.1; // The conversation has to grow by this share before it is compacted again.
export const COMPACTION_MESSAGES_MIN = 3; // A shorter conversation is not compacted automatically.
export const KEPT_WINDOW_SHARE = 0.15; // The part of the window that recent messages may fill after a compaction.
export const KEPT_TOKENS_MAX = 20_000;
export const KEPT_CONVERSATION_SHARE = 0.25; // The same for the conversation, so that compaction really shrinks it.
export const PROMPT_TOKENS_MIN = 1_000; // Minimum length to which the prompt of the turn is cut.
export const SUMMARY_ATTEMPTS_MAX = 4; // Attempts to summarise with a shorter text when it does not fit.
export const SUMMARY_OUTPUT_TOKENS_MAX = 8_000;
export const SUMMARY_CHARS_MAX = 48_000;
export const UNKNOWN_WINDOW_TOKENS = 32_000; // Assumed window of a model that does not report one.
export const RESULT_CHARS_MAX = 50_000; // Text of one result for the model.
export const RESULT_CHARS_MIN = 2_000; // The minimum applies however small the model's window is.
export const RESULT_IMAGES_MAX = 8;
export const RESULT_IMAGE_CHARS_MAX = 7_000_000; // Providers accept images of about 5 MB: this length in base64.
export const CALL_SHOWN_CHARS_MAX = 200_000; // Text of one call shown to the user.
export const HOOK_REMARKS_CHARS_MAX = 10_000; // Total length of the hook remarks after a result.
export const INPUT_PROBLEMS_MAX = 20; // Problems with an input that are reported, one line each.
export const INPUT_REPAIRS_MAX = 3; // Attempts to repair an invalid input before it is rejected.
export const TOOL_NAMES_SHOWN_MAX = 100;
export const TOOL_NAME_DISTANCE_MAX = 2; // Edit distance within which a tool name is suggested.
export const CANCEL_GRACE_MS = 30; // Time for a cancelled tool to return its own result.

// Requests to models

export const defaultModelLimits = {
  attemptsMax: 6, // Attempts per request, including the first.
  retryFirstMs: SECOND / 2, // Delay before the second attempt; it doubles with each further one, up to the longest.
  retryLongestMs: 30 * SECOND,
  retryTotalMs: 120 * SECOND, // Total delay per request; if a provider asks for more, the request fails.
  listMs: 1_500, // Timeout for a provider's list of models.
  listKeptMs: 30 * SECOND, // Time for which such a list, or its absence, is cached.
};
export type ModelLimits = Readonly<typeof defaultModelLimits>;
export const RETRY_JITTER = 0.25; // Random share of each delay: clients rejected together do not retry together.
export const MODEL_LIST_BYTES_MAX = 4 * MIB; // Size at which a list of models is cut.
export const LISTED_MODELS_MAX = 2_000;
export const NAMED_MODELS_MAX = 200; // Models that an error names.
export const MODEL_DRAIN_MS_MAX = 1_000; // Time to drain the stream after a complete answer.
export const PROVIDER_MESSAGE_CHARS_MAX = 600; // Length of a provider's message quoted in an error.
export const API_KEY_CHARS_MIN = 4; // A shorter key could be an ordinary word, so it is not redacted.
export const ANSWER_TOKENS_DEFAULT = 32_000; // For providers that require a limit; it leaves room for the input.
export const CACHED_MESSAGES_MAX = 2; // Anthropic allows four cache breakpoints: system prompt, tools and two messages.
export const CACHE_KEY_CHARS_MAX = 16 * KIB; // Start of a conversation from which its cache key is computed.
export const SCRIPT_QUOTE_CHARS_MAX = 200; // Length of a tool error or a prompt quoted by the script model.
export const SCRIPT_STREAM_BURST = 256; // Chunks of a `stream` between two checks for an abort.

// Permission requests and questions

export const OPEN_QUESTIONS_MAX = 64; // Open questions per session; the agent rejects further ones without asking.
export const SUBJECTS_MAX = 256; // Files and commands of one call; the agent rejects more than a user could review.
export const SECOND_OPINION_MS = 30_000; // Time for a second opinion, after which the agent asks the user.
export const APPROVAL_REASON_CHARS_MAX = 1_000; // Length of a reason given by a second opinion or a client.
export const QUESTION_CHARS_MAX = 8_000; // These are larger than those of the `ask` tool: MCP servers ask as well.
export const CHOICES_MAX = 50;
export const CHOICE_CHARS_MAX = 1_000;
export const QUESTION_TITLE_CHARS_MAX = 200; // A title shows the start of a question; the full text is below it.

// Checkpoints

export const defaultCheckpointLimits = {
  stepsMax: 50, // Steps per session; further steps drop the oldest.
  snapshotsMax: 200, // Snapshots per folder across all sessions; further snapshots drop the oldest.
  snapshotMs: 60_000, // A snapshot that takes longer disables checkpoints for its session.
  slowSnapshotMs: 3_000, // The user sees a warning about a snapshot that takes longer.
  diffCharsMax: 64 * KIB, // Length of a diff in Markdown.
  diffFilesMax: 100, // Files per diff; the diff only counts the others.
  diffFileLinesMax: 400, // Lines per file; the diff only counts the others.
};
export type CheckpointLimits = Readonly<typeof defaultCheckpointLimits>;
export const STEPS_FILE_BYTES_MAX = 4 * MIB; // A session's index file; the oldest steps are dropped until it fits.
export const STEP_PATHS_CHARS_MAX = 32 * KIB; // A step with more path text counts as having touched every file.
export const ACTIVITIES_MAX = 60; // Activities published to other sessions in the folder; further ones drop the oldest.
export const OTHER_SESSIONS_MAX = 100; // Most recently active sessions that are checked for changes during a step.
export const SESSION_FILES_MAX = 10_000; // Session files examined to find those sessions.
export const RUNNING_AGE_MS_MAX = 24 * 60 * MINUTE; // An unfinished turn that is older counts as abandoned.
export const INCLUDED_FILES_MAX = 200; // Ignored files per turn that snapshots still include.
export const SKIPPED_NAMED_MAX = 3; // Paths skipped by a snapshot that a message names.

// Files and commands through the client

export const CLIENT_ANSWER_MS_MAX = 10 * MINUTE; // The client may have to ask the user first.
export const WHOLE_FILE_BYTES_MAX = 16 * MIB; // The agent does not request a larger file from the client in one piece.
export const BINARY_PROBE_CHARS = 8 * KIB; // A NUL within this prefix marks a text as binary, as for files on disk.
export const CLIENT_KILL_MS_MAX = 12_000; // Time for a client's terminal to exit after a kill; then it is released.
export const RELEASED_EXIT_MS_MAX = 1_000; // Time to wait for the exit status of a released terminal.
export const EXIT_LOOK_MS = 250; // Polling interval for clients that do not report the end of a command.
export const OUTPUT_HEAD_BYTES = 16 * KIB; // Start of a command's output that is kept in addition to its end.
export const SHOWN_OUTPUT_CHARS_MAX = 16 * KIB; // End of the output that the user sees of a local command.
export const CLIENT_WORDS_CHARS_MAX = 500; // Length of a client's message quoted in an error.

// Tools for files and commands

export const READ_LINES_MAX = 2_000; // Lines and characters that one `read` returns.
export const READ_CHARS_MAX = 40_000;
export const READ_LINE_CHARS_MAX = 2_000; // A longer line is cut, because it is probably generated.
export const IMAGE_BYTES_MAX = 3_750_000; // Image size that providers accept, before base64 encoding.
export const DIFF_CHARS_MAX = 128 * KIB; // Each side of a diff; a longer file is shown as its changed lines only.
export const EDIT_SNIPPET_LINES_MAX = 60; // Lines around a completed edit shown to the model.
export const EDITS_MAX = 100;
export const PLACES_SHOWN_MAX = 10; // Matches that an error names when a text occurs more than once.
export const NEAREST_LINES_MAX = 20_000; // Lines searched for the closest match of a text that was not found.
export const NEAREST_SHOWN_LINES = 14;
export const FUZZY_CHARS_MIN = 4; // A shorter text is too ambiguous for a fuzzy match.
export const KNOWN_FILES_MAX = 2_000; // Files for which the content seen by the model is remembered.
export const PLANNED_CHANGES_MAX = 50; // Pending changes to one file.
export const EARLIER_CHANGE_MS_MAX = 5_000; // An edit that does not apply yet waits this long for earlier edits.
export const LIST_FILES_MAX = 50_000;
export const LIST_LINES_MAX = 400;
export const LIST_DEPTH = 3;
export const LIST_DEPTH_MAX = 20;
export const GLOB_SHOWN_MAX = 200;
export const STATS_AT_ONCE = 32; // Files whose modification time is read in parallel.
export const GREP_LINES_MAX = 500;
export const GREP_CHARS_MAX = 40_000;
export const GREP_LINE_CHARS_MAX = 400;
export const GREP_FILES_MAX = 500;
export const GREP_CONTEXT_MAX = 20;
export const GREP_MS_MAX = 60_000;
export const GREP_DRAIN_MS_MAX = 2_000; // Time to wait for the remaining output after ripgrep exits.
export const PLAIN_SEARCH_BYTES_MAX = MIB; // A larger file is not searched where ripgrep is missing.
export const PLAIN_SEARCH_FILES_MAX = 5_000;
export const COMMAND_TIMEOUT_MS = 120_000;
export const COMMAND_TIMEOUT_MS_MIN = 1_000; // A smaller value was probably meant in seconds.
export const COMMAND_TIMEOUT_MS_MAX = 600_000;
export const COMMAND_OUTPUT_BYTES = MIB; // Output of a command that is kept.
export const MODEL_OUTPUT_HEAD_CHARS = 8 * KIB; // Start and end of the output that the model gets.
export const MODEL_OUTPUT_TAIL_CHARS = 24 * KIB;
export const COMMAND_PROGRESS_MS = 250; // Interval at which the progress of a local command is shown.
export const CANCELLED_OUTPUT_MS = 20; // Time to wait for the last output of a cancelled command.
export const COMMAND_TITLE_CHARS_MAX = 300;
export const BACKGROUND_COMMANDS_MAX = 16;
export const BACKGROUND_OUTPUT_BYTES = 256 * KIB;
export const BACKGROUND_FIRST_MS = 1_500; // Time that a new background command gets to print its first output or fail.
export const BACKGROUND_WAIT_MS_MAX = 120_000;

// The fetch tool and HTML

export const HTML_PIECE_CHARS = 8_000; // Pages are converted in pieces of about this size, to block nothing else.
export const HTML_PIECE_CHARS_MAX = 16_000; // A piece that cannot be cut between two blocks is cut within one.
export const HTML_TOKENS_AT_ONCE = 2_000; // Tags and texts that are examined before other work gets a turn.
export const HTML_CLEAN_CHARS_MAX = 600_000; // Part of a page that is converted, not counting scripts and styles.
export const HTML_DEPTH_MAX = 20; // Deeper tags are dropped; their text is kept.
export const MAIN_TEXT_CHARS_MIN = 200; // A main element with less text is not treated as the main part of the page.
export const PAGE_TITLE_CHARS_MAX = 300;
export const HTML_LINK_CHARS_MAX = 2_000; // A longer URL, such as an inline image, is of no use to a reader.
export const FETCH_URL_CHARS_MAX = 8_000;
export const FETCH_MS_MAX = 30_000; // From the call to the last byte, redirects included.
export const FETCH_REDIRECTS_MAX = 8;
export const FETCH_BODY_BYTES_MAX = 5 * MIB; // Part of a response that is read, after decompression.
export const FETCH_ENCODINGS_MAX = 2; // Content encodings applied on top of each other.
export const FETCH_RESULT_BYTES_MAX = 250 * KIB; // Text for the model: the maximum and the default.
export const FETCH_RESULT_BYTES = 50 * KIB;
export const FETCH_ERROR_BYTES_MAX = 4 * KIB; // Part of a failed response's body that is shown.
export const FETCH_PROBE_BYTES = 4 * KIB; // Start of a response that is searched for a charset and for NUL bytes.
export const FETCH_SHOWN_CHARS_MAX = 4_000; // Part of the result that the user sees.
export const FETCH_TITLE_CHARS_MAX = 120;

// The browser tool

export const BROWSER_LAUNCH_MS_MAX = 30_000;
export const BROWSER_POLL_MS = 20; // Polling interval for the browser's address.
export const PAGE_OPEN_MS_MAX = 30_000;
export const PAGE_ACTION_MS_MAX = 10_000; // Timeout for a click, typed text or an outline of the page.
export const PAGE_SETTLE_MS_MAX = 1_500; // Time that a page may continue loading after an action before it is read.
export const PAGE_SETTLE_MS_MIN = 150;
export const BROWSER_CLOSE_MS = 1_000; // Time for the browser to exit on its own.
export const BROWSER_PAGES_MAX = 8;
export const BROWSER_MESSAGE_BYTES_MAX = 64 * MIB; // A larger message closes the connection.
export const OUTLINE_CHARS_MAX = 40_000;
export const OUTLINE_DEPTH_MAX = 100;
export const PAGE_LABEL_CHARS_MAX = 300;
export const PAGE_ADDRESS_CHARS_MAX = 200;
export const BROWSER_NOTES_MAX = 10; // Dialogs and blocked URLs reported with one result.
export const PAGE_TARGET_CHARS_MAX = 1_000;
export const PAGE_TYPED_CHARS_MAX = 20_000;
export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 120_000;

// Other tools: memory, apps, plan, task and ask

export const NOTES_MAX = 500; // Notes per scope.
export const NOTE_TITLE_CHARS_MAX = 120;
export const NOTE_TEXT_CHARS_MAX = 16_000;
export const NOTE_TAGS_MAX = 12;
export const NOTE_TAG_CHARS_MAX = 40;
export const NOTE_FILE_NAME_CHARS_MAX = 60;
export const NOTE_FILE_BYTES_MAX = 128 * KIB; // A larger file is not a note.
export const NOTE_QUERY_CHARS_MAX = 500;
export const NOTE_QUERY_WORDS_MAX = 24; // Words of a query that are searched for.
export const RECALLED_NOTES_MAX = 10; // Notes returned in full for a query.
export const RECALLED_CHARS_MAX = 30_000; // Total text of these notes.
export const NAMED_TITLES_MAX = 20; // Titles that an error names.
export const APPS_MAX = 200;
export const APP_NAME_CHARS_MAX = 48;
export const APP_TITLE_CHARS_MAX = 120;
export const APP_DESCRIPTION_CHARS_MAX = 2_000;
export const APP_HTML_BYTES_MAX = MIB; // An app is one self-contained page.
export const APP_EDITS_MAX = 100;
export const APP_REQUEST_CHARS_MAX = 4_000;
export const APP_REQUESTS_MAX = 50; // Requests kept per app; further ones drop the oldest.
export const APP_MANIFEST_BYTES_MAX = 512 * KIB; // A larger app.json is ignored.
export const NAMED_REFERENCES_MAX = 10; // External references that an error names.
export const REFERENCE_CHARS_MAX = 120;
export const OPENER_WAIT_MS = 3_000;
export const PLAN_ENTRIES_MAX = 100;
export const PLAN_ENTRY_CHARS_MAX = 1_000;
export const TASK_TITLE_CHARS_MAX = 120;
export const TASK_INSTRUCTIONS_CHARS_MAX = 50_000;
export const TASK_ANSWER_CHARS_MAX = 60_000; // Part of a sub-agent's answer that the model gets.
export const ASK_QUESTION_CHARS_MAX = 4_000;
export const ASK_CHOICES_MAX = 12;
export const ASK_CHOICE_CHARS_MAX = 200;
export const CONVERSATION_TITLE_CHARS_MAX = 80; // Part of a text that a title shows.

// Hooks

export const HOOKS_MAX = 64; // Hooks per session.
export const HOOK_PATTERNS_MAX = 100; // Tool name patterns per hook.
export const HOOK_PATTERN_CHARS_MAX = 200;
export const HOOK_ARGS_MAX = 100;
export const HOOK_COMMAND_CHARS_MAX = 8 * KIB;
export const HOOK_TIMEOUT_MS = 30_000;
export const HOOK_TIMEOUT_MS_MAX = 600_000;
export const HOOK_END_GRACE_MS = 1_000; // Time for a hook to exit on its own after its timeout.
export const HOOK_DRAIN_MS = 250; // Time to wait for a hook's remaining output after it exits.
export const HOOK_INPUT_BYTES_MAX = 8 * MIB; // Size of the input of a hook; hooks cannot examine a larger call.
export const HOOK_OUTCOME_CHARS_MAX = 64 * KIB; // Part of a tool's result passed to a hook, with a note if it was cut.
export const HOOK_STDOUT_BYTES_MAX = 8 * MIB; // A rewritten call in the answer may contain whole files.
export const HOOK_STDERR_BYTES_MAX = 64 * KIB;
export const HOOK_NAME_CHARS_MAX = 80;
export const HOOK_WORDS_CHARS_MAX = 8 * KIB; // Length of a reason or a remark for the model or the user.

// Modes, recipes and single completions

export const MODE_FILE_BYTES_MAX = 64 * KIB; // A larger mode file is skipped and reported.
export const MODE_YAML_CHARS_MAX = 16 * KIB; // The time to parse YAML grows faster than its length.
export const MODE_FILES_MAX = 100; // Mode files per folder, sorted by name; the others are skipped.
export const MODE_ID_CHARS_MAX = 64;
export const MODE_NAME_CHARS_MAX = 100;
export const MODE_TEXT_CHARS_MAX = 1_000;
export const MODE_GROUPS_MAX = 64;
export const MODE_PROBLEMS_MAX = 20; // Problems with mode files that a message names; it only counts the others.
export const QUOTED_PROMPT_CHARS_MAX = 60_000; // Length of a request or a conversation quoted in a built-in prompt.
export const RECIPE_FILE_BYTES_MAX = 256 * KIB; // A larger recipe file is rejected.
export const RECIPE_FILES_MAX = 500; // Recipe files per folder, sorted by name.
export const RECIPE_NAMES_MAX = 1_000; // Numbered variants of a recipe name that are tried.
export const RECIPE_SLUG_CHARS_MAX = 60;
export const JUDGED_CHARS_MAX = 8_000;
export const VERDICT_REASON_CHARS_MAX = 500;

// Slash commands

export const COMMAND_NAME_CHARS_MAX = 64; // A longer word is treated as text, not as a mistyped command.
export const COMMAND_DESCRIPTION_CHARS_MAX = 200; // Length of a description in a list.
export const LISTED_MAX = 40; // Items of a list in an answer; the answer only counts the others.
export const LISTED_FILES_MAX = 20; // Files that an answer names.
export const STEPS_AT_ONCE_MAX = 50; // Turns that one command can undo or redo.
export const COMMAND_SHOWN_CHARS_MAX = 8 * KIB; // Length of a summary or a file shown in an answer.
export const COMMAND_FILES_MAX = 200; // Command files per folder; the others are reported as a problem.
export const COMMAND_ENTRIES_MAX = 2_000; // Files and folders examined to find them.
export const COMMAND_DEPTH_MAX = 4;
export const COMMAND_FILE_BYTES_MAX = 64 * KIB;
export const FRONT_MATTER_CHARS_MAX = 8 * KIB; // The time to parse YAML grows faster than its length.
export const COMMAND_HINT_CHARS_MAX = 500;
export const COMMAND_PROBLEMS_MAX = 10; // Problems with commands that a message names; it only counts the others.
export const COMMAND_PROMPT_CHARS_MAX = 256 * KIB; // Length of a template with its arguments; the rest is cut.
export const SHOWN_MEMORY_BYTES_MAX = 256 * KIB; // Size of a memory file that can be shown.

// Instructions

export const MEMORY_FILE_BYTES_MAX = 32 * KIB; // Part of one project memory file that is used.
export const MEMORY_BYTES_MAX = 64 * KIB; // Total project memory, in every request: roughly sixteen thousand tokens.
export const MEMORY_READ_BYTES_MAX = MIB; // A larger file is not project memory and is omitted entirely.
export const MEMORY_FILES_MAX = 40;
export const MEMORY_FOLDERS_MAX = 32; // Folders searched upwards from the session's folder.
export const IMPORT_DEPTH_MAX = 5; // Depth of nested imports.
export const IMPORTS_MAX = 50; // Imports per file.
export const IMPORTED_FILES_MAX = 100; // Imports that are followed across all files.
export const OMITTED_FILES_MAX = 10; // Omitted files that a message names; it only counts the others.
export const NOTICE_FILES_MAX = 5; // Files that a notice names; it only counts the others.
export const NOTES_BYTES_MAX = 16 * KIB; // Part of the notes written by the memory tools that is used.
export const GIT_FILE_BYTES_MAX = 4 * KIB; // Size of a git file that says where HEAD is.

// Configuration and signing in

export const COMMAND_VARIABLES_MAX = 100; // Variables passed to commands although their names look secret.
export const MODEL_OVERRIDES_MAX = 500; // Models with settings of the user.
export const CREDENTIALS_BYTES_MAX = MIB;
export const CREDENTIALS_MAX = 100;
export const SECRET_CHARS_MAX = 16 * KIB;
export const DEVICE_REQUEST_MS = 15_000; // Time and size of one response of the server that issues codes and tokens.
export const DEVICE_ANSWER_BYTES_MAX = 64 * KIB;
export const LOGIN_POLL_MS = 5_000; // Polling interval unless the server sets one (RFC 8628 §3.2).
export const LOGIN_POLL_MS_MIN = 1_000;
export const LOGIN_POLL_MS_MAX = 60_000;
export const LOGIN_SLOW_DOWN_MS = 5_000; // Added to the interval by each `slow_down` (§3.5).
export const LOGIN_POLL_FAILURES_MAX = 30; // Consecutive network failures.
export const DEVICE_CODE_LIFE_MS_MAX = 3_600_000; // Lifetime of a code: maximum, and default if the server sets none.
export const DEVICE_CODE_LIFE_MS = 900_000;
export const DEVICE_CODE_CHARS_MAX = 100;
export const LOGIN_ATTEMPTS_MAX = 3; // Keys that a user may type after the provider refused one.
