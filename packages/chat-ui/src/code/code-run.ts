// A piece of highlighted code, and the languages that names stand for.

/** `look` is the end of a class name: `code-keyword`. */
export interface CodeRun {
  readonly text: string;
  readonly look: CodeLook | undefined;
}

export type CodeLook = "keyword" | "string" | "number" | "comment" | "title";
