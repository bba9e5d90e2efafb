// A project memory file that was read, and one that was skipped.

export interface MemoryFile {
  /** Absolute, without links. */
  readonly path: string;
  /** For display: relative to the session's folder or to `~`. */
  readonly shownPath: string;
  /** Size of the whole file. */
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface LeftOut {
  readonly shownPath: string;
  readonly why: string;
}
