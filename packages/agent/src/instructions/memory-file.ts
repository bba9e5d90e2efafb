// A file of project memory that was read, and one that was not.

export interface MemoryFile {
  /** Absolute, without links. */
  readonly path: string;
  /** For a person: from the session's folder, or from `~`. */
  readonly shownPath: string;
  /** What the file has, all of it. */
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface LeftOut {
  readonly shownPath: string;
  readonly why: string;
}
