// Limits on the content of the instructions.

const KIB = 1024;

/** Part of one project memory file that is used. */
export const MEMORY_FILE_BYTES_MAX: number = 32 * KIB;
/** Total project memory: every request carries these roughly sixteen thousand tokens. */
export const MEMORY_BYTES_MAX: number = 64 * KIB;
/** A larger file is not project memory and is omitted entirely. */
export const MEMORY_READ_BYTES_MAX: number = 1024 * KIB;
export const MEMORY_FILES_MAX = 40;
/** Folders searched upwards from the session's folder. */
export const MEMORY_FOLDERS_MAX = 32;
/** Depth of nested imports. */
export const IMPORT_DEPTH_MAX = 5;
/** Imports per file. */
export const IMPORTS_MAX = 50;
/** Imports that are followed across all files. */
export const IMPORTED_FILES_MAX = 100;
/** Omitted files that a message names; it only counts the others. */
export const LEFT_OUT_MAX = 10;
/** Files that a notice names; it only counts the others. */
export const NOTICE_FILES_MAX = 5;

/** Part of the notes written by the memory tools that is used. */
export const NOTES_BYTES_MAX: number = 16 * KIB;
/** Size of a git file that says where HEAD is. */
export const GIT_FILE_BYTES_MAX: number = 4 * KIB;
