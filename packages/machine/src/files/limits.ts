// Every limit on files, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface FileLimits {
  /** What one read may return: a whole file, or the lines that were asked for. */
  readonly readBytesMax: number;
  /** How far into a file a line is looked for. */
  readonly scanBytesMax: number;
  /** What one write may bring. */
  readonly writeBytesMax: number;
}

export const defaultFileLimits: FileLimits = {
  readBytesMax: 16 * MIB,
  scanBytesMax: 1024 * MIB,
  writeBytesMax: 64 * MIB,
};

/** A file with a NUL this near to its start is not text. */
export const PROBE_BYTES: number = 8 * KIB;

export const CHUNK_BYTES: number = 64 * KIB;

/** Links that lead to missing files are followed this often; the system has the same limit for the others. */
export const LINKS_MAX = 40;

/** What is shown of a path in a message. */
export const SHOWN_PATH_CHARS_MAX = 300;

/** Folders that are remembered as looked through for drafts that were left behind. */
export const SWEPT_FOLDERS_MAX = 1_000;
