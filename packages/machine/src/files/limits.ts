// Every limit on files, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface FileLimits {
  /** Size of the result of one read: a whole file, or the requested lines. */
  readonly readBytesMax: number;
  /** How far into a file a line is searched for. */
  readonly scanBytesMax: number;
  /** Size of the content of one write. */
  readonly writeBytesMax: number;
}

export const defaultFileLimits: FileLimits = {
  readBytesMax: 16 * MIB,
  scanBytesMax: 1024 * MIB,
  writeBytesMax: 64 * MIB,
};

/** A file with a NUL within this many bytes is not text. */
export const PROBE_BYTES: number = 8 * KIB;

export const CHUNK_BYTES: number = 64 * KIB;

/** Number of links to missing files that are followed; the system has the same limit for the others. */
export const LINKS_MAX = 40;

/** Characters of a path shown in a message. */
export const SHOWN_PATH_CHARS_MAX = 300;

/** Folders that are remembered as checked for leftover drafts. */
export const SWEPT_FOLDERS_MAX = 1_000;
