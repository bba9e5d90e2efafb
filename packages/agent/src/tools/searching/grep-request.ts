// A search for text in files, whoever carries it out.

export const GREP_MODES = ["content", "files", "count"] as const;
export type GrepMode = (typeof GREP_MODES)[number];

export interface GrepRequest {
  readonly pattern: string;
  /** The pattern is the text itself. */
  readonly isLiteral: boolean;
  readonly isCaseInsensitive: boolean;
  readonly mode: GrepMode;
  /** Lines round each match. */
  readonly context: number;
  readonly glob: string | undefined;
  /** Absolute and without links. */
  readonly folder: string;
  /** From the folder on; undefined: all of it. */
  readonly file: string | undefined;
}

export interface GrepLine {
  readonly line: number;
  readonly text: string;
  /** False for a line round a match. */
  readonly isMatch: boolean;
}

export interface GrepFile {
  /** From the folder on, with slashes. */
  readonly path: string;
  readonly lines: GrepLine[];
  count: number;
}

export interface GrepResult {
  readonly files: readonly GrepFile[];
  /** There is more than this. */
  readonly isCut: boolean;
  /** What the person or the model should know of it. */
  readonly notes: readonly string[];
}

export type GrepAnswer = GrepResult | { readonly failed: string };
