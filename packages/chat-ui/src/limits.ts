// Every limit of this package, with its name.

/** Rows of a diff that are shown at first; more on request. */
export const DIFF_ROWS_MAX = 400;
/** Rows that each request for more adds. */
export const DIFF_ROWS_STEP = 2_000;
/** Characters of a line that a diff shows. */
export const DIFF_SHOWN_CHARS_MAX = 2_000;
/** Questions of one session that are shown at a time; the next ones follow as these are answered. */
export const QUESTIONS_SHOWN = 5;
/** Questions in the inbox that are shown at a time. */
export const INBOX_SHOWN = 20;
/** With more options than this, a form shows a list to choose from instead of buttons. */
export const RADIO_OPTIONS_MAX = 6;
/** Length of the reason for a rejection. */
export const REASON_CHARS_MAX = 4_000;
/** How often shown ages are brought up to date. */
export const AGE_REFRESH_MS = 20_000;
/** How often durations are brought up to date while something runs. */
export const SECONDS_REFRESH_MS = 1_000;

/** Changed files that are listed at first; more on request. */
export const FILES_SHOWN_MAX = 200;
/** Changed files whose hunks are shown without a click. */
export const FILES_OPEN_MAX = 20;
/** Hunks of a file that are shown at first; more on request. */
export const HUNKS_SHOWN_MAX = 50;
/** Characters of a text from before or after a change that are shown. */
export const FILE_SHOWN_CHARS_MAX = 200_000;

/** Longer code is shown without colours. */
export const HIGHLIGHT_CHARS_MAX = 40_000;
/** Blocks of one answer that are shown at first; earlier ones on request. */
export const MARKDOWN_BLOCKS_SHOWN = 400;
/** Blocks that are rendered together: a finished group is never rendered again. */
export const MARKDOWN_GROUP_BLOCKS = 25;
/** A group of longer blocks has fewer of them. */
export const MARKDOWN_GROUP_CHARS = 8_000;
/** Length of a link's address that is shown beside its text. */
export const LINK_CHARS_SHOWN = 80;

/** Characters at the end of an output that are looked at. */
export const OUTPUT_CHARS_MAX: number = 256 * 1024;
/** Lines at the end of an output that are shown at first. */
export const OUTPUT_LINES_SHOWN = 200;
/** Lines of an output that each request for more adds. */
export const OUTPUT_LINES_STEP = 2_000;

/** Images that are larger, in base64, are described instead of shown. */
export const IMAGE_CHARS_MAX: number = 14 * 1024 * 1024;
/** Images with more pixels would take the browser's memory. */
export const IMAGE_PIXELS_MAX = 50_000_000;

/** Length of what is shown of an error. */
export const ERROR_CHARS_MAX = 2_000;
/** Length of a title, a path or a name on one line. */
export const TITLE_CHARS_MAX = 300;
/** Length of the raw input or output of a tool call that is shown. */
export const RAW_CHARS_MAX = 20_000;
/** A longer text of a tool call is shown as plain text. */
export const MARKDOWN_CHARS_MAX = 20_000;
/** In a longer output no fence around it is looked for. */
export const FENCED_CHARS_MAX = 200_000;
/** Length of a prompt that is shown at first. */
export const PROMPT_CHARS_SHOWN = 4_000;
/** Files that a turn's changes list by name. */
export const CHANGED_FILES_SHOWN = 8;
/** Entries of a plan that are shown. */
export const PLAN_ENTRIES_MAX = 100;
/** Tool calls of one kind in a row that are shown as one. */
export const TOOL_GROUP_MIN = 3;
/** Marks beside the scroll bar; with more turns than this, a mark stands for several. */
export const MINIMAP_MARKS_MAX = 120;
/** Details that stay open while their row is scrolled out of sight. */
export const OPEN_ROWS_MAX = 1_000;
/** Characters of what a tool or a command says of itself. */
export const TOOL_ABOUT_CHARS_MAX = 300;
/** A longer text that is pasted becomes an attachment. */
export const PASTED_CHARS_MAX = 10_000;
/** Height to which the input grows; longer prompts scroll. */
export const COMPOSER_PX_MAX = 320;
/** Letters after @ wait this long before files are looked for. */
export const FILE_SEARCH_WAIT_MS = 80;
/** Sessions that are offered after @. */
export const MENTIONED_SESSIONS_MAX = 5;
/** Symbols that the menu of @ offers, and the letters that a search for them needs. */
export const OFFERED_SYMBOLS_MAX = 8;
export const SYMBOL_QUERY_CHARS_MIN = 2;
/** How long sending may take before the composer says so. */
export const SENDING_NOTICE_MS = 300;
