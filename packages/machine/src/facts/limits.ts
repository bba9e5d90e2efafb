// Every limit on facts, with its name. Anything beyond a limit counts as not understood.

/** The system accepts no longer argument, so a shell cannot be given a longer line. */
export const LINE_CHARS_MAX = 131_072;
/** A longer line is read with a time limit; within this length even the slowest parse takes little time. */
export const UNTIMED_CHARS_MAX = 2_048;
/** Time limit for reading such a line. */
export const READ_MS_MAX = 200;
/** Nesting depth of groups, substitutions and expansions. */
export const NESTING_MAX = 64;
/** Nesting depth of lines: `bash -c`, `eval`. */
export const LINE_DEPTH_MAX = 8;
export const COMMANDS_MAX = 1_000;
/** Words that are looked up on the disk. */
export const WORDS_MAX = 4_096;

/** How long one request may block this thread with questions to the disk; another thread answers the rest. */
export const LOOK_MS_MAX = 4;

/** Entries of a root that are tried to find out whether its file system is case-sensitive. */
export const CASE_PROBES_MAX = 64;
/** A longer path is beyond what the system accepts, so it is not looked up. */
export const PATH_CHARS_MAX = 4_096;
/** A word with more `..` than this is not followed. */
export const PARENTS_MAX = 64;
/** Parts of one word that may be paths. */
export const PIECES_MAX = 16;

/** Size of a repository's settings and of a file that names its location; a larger file counts as unreadable. */
export const GIT_FILE_BYTES_MAX = 262_144;
/** A larger index is not searched for submodules, so git commands there need approval. */
export const INDEX_BYTES_MAX = 67_108_864;
export const INDEXES_KEPT_MAX = 64;
/** Nested repositories whose settings are read. */
export const SUBMODULES_MAX = 50;
