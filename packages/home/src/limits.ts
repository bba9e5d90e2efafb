// Limits on what is kept, with their names. Logs, claims and rules keep theirs in their folders.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A file of ours (manifest, cache, configuration) that is larger is not ours. */
export const OWN_FILE_BYTES_MAX: number = 4 * MIB;

/** The audit starts a new file when this one is larger. */
export const AUDIT_BYTES_MAX: number = 8 * MIB;
/** Audit files that are kept besides the one that grows. */
export const AUDIT_FILES_MAX = 3;
/** Lines that wait to be written; more are counted and lost. */
export const AUDIT_LINES_MAX = 10_000;

/** What was granted in one turn; the oldest goes first, and is asked about again. */
export const GRANTS_MAX = 1_000;
/** Broken rules that are named in a session. */
export const RULE_PROBLEMS_MAX = 10;
/** What is shown of a path or a command in a title. */
export const TITLE_CHARS_MAX = 300;
