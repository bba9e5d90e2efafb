// A text search in files, independent of its implementation.

export const GREP_MODES = ["content", "files", "count"] as const;
export type GrepMode = (typeof GREP_MODES)[number];

export interface GrepRequest {
  readonly pattern: string;
  /** Whether the pattern is plain text instead of a regular expression. */
  readonly isLiteral: boolean;
  readonly isCaseInsensitive: boolean;
  readonly mode: GrepMode;
  /** Lines around each match. */
  readonly context: number;
  readonly glob: string | undefined;
  /** Absolute, with symbolic links resolved. */
  readonly folder: string;
  /** Relative to the folder; undefined to search all of it. */
  readonly file: string | undefined;
}

export interface GrepLine {
  readonly line: number;
  readonly text: string;
  /** False for a context line. */
  readonly isMatch: boolean;
}

export interface GrepFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly lines: GrepLine[];
  count: number;
}

export interface GrepResult {
  readonly files: readonly GrepFile[];
  /** Whether matches were omitted. */
  readonly isCut: boolean;
  /** Remarks for the user and the model. */
  readonly notes: readonly string[];
}

export type GrepAnswer = GrepResult | { readonly failed: string };
