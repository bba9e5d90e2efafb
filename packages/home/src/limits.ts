// Limits on stored data, with their names. Logs, claims and rules have theirs in their folders.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A larger file (manifest, cache, configuration) is not one of ours. */
export const OWN_FILE_BYTES_MAX: number = 4 * MIB;

/** The audit starts a new file when this one is larger. */
export const AUDIT_BYTES_MAX: number = 8 * MIB;
/** Old audit files that are kept. */
export const AUDIT_FILES_MAX = 3;
/** Lines that wait to be written; further ones are dropped and counted. */
export const AUDIT_LINES_MAX = 10_000;

/** Grants of one turn; the oldest is dropped first, and asked about again. */
export const GRANTS_MAX = 1_000;
/** Broken rules that are named in a session. */
export const RULE_PROBLEMS_MAX = 10;
/** Characters of a path or a command in a title. */
export const TITLE_CHARS_MAX = 300;
