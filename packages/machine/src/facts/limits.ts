// Every limit on facts, with its name. What is over one of them counts as not understood.

/** The system takes no longer word, so no longer line could be handed to a shell. */
export const LINE_CHARS_MAX = 131_072;
/** A longer line is read against the clock: within this length even the slowest way to read one takes little time. */
export const UNTIMED_CHARS_MAX = 2_048;
/** How long reading such a line may take. */
export const READ_MS_MAX = 200;
/** Groups, substitutions and expansions within each other. */
export const NESTING_MAX = 64;
/** Lines within lines: `bash -c`, `eval`. */
export const LINE_DEPTH_MAX = 8;
export const COMMANDS_MAX = 1_000;
/** Words that are looked up on the disk. */
export const WORDS_MAX = 4_096;

/** How long one request may keep everybody else waiting with its questions to the disk; the others are asked elsewhere. */
export const LOOK_MS_MAX = 4;

/** Entries of a root that are tried to find out whether its file system minds small and capital letters. */
export const CASE_PROBES_MAX = 64;
/** A path longer than the system takes; nobody looks for it on the disk. */
export const PATH_CHARS_MAX = 4_096;
/** A word with more `..` in it is not followed. */
export const PARENTS_MAX = 64;
/** Parts of one word that may be paths. */
export const PIECES_MAX = 16;

/** Settings of a repository, or where it says its own place; a larger file counts as unreadable. */
export const GIT_FILE_BYTES_MAX = 262_144;
/** A larger index is not searched for submodules, so git is asked about there. */
export const INDEX_BYTES_MAX = 67_108_864;
export const INDEXES_KEPT_MAX = 64;
/** Repositories within a repository whose settings are read. */
export const SUBMODULES_MAX = 50;
