// Limits on what goes into the instructions, with their names.

const KIB = 1024;

/** What is kept of one file of project memory. */
export const MEMORY_FILE_BYTES_MAX: number = 32 * KIB;
/** What is kept of all of them together: about sixteen thousand tokens, with every request. */
export const MEMORY_BYTES_MAX: number = 64 * KIB;
/** A file that is larger is no memory, and left out as a whole. */
export const MEMORY_READ_BYTES_MAX: number = 1024 * KIB;
export const MEMORY_FILES_MAX = 40;
/** Folders that are looked at, from the session's own upwards. */
export const MEMORY_FOLDERS_MAX = 32;
/** Imports of imports. */
export const IMPORT_DEPTH_MAX = 5;
/** Imports that one file may ask for. */
export const IMPORTS_MAX = 50;
/** Imports that are followed, of all files together. */
export const IMPORTED_FILES_MAX = 100;
/** What was left out that is named; the rest is counted. */
export const LEFT_OUT_MAX = 10;
/** Files that a notice names; the rest is counted. */
export const NOTICE_FILES_MAX = 5;

/** What is kept of the notes that the memory tools have written. */
export const NOTES_BYTES_MAX: number = 16 * KIB;
/** A file of git's own that says where HEAD is. */
export const GIT_FILE_BYTES_MAX: number = 4 * KIB;
