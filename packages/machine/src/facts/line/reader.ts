// What the parts of the reading of a line need of each other.
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { Outcome } from "./folders.ts";
import type { Found, FoundWord, Place } from "./found.ts";

/** `zsh` and `posix` are only read as far as they mean the same as bash. */
export type Dialect = "bash" | "posix" | "zsh";

export interface Reader {
  readonly source: string;
  readonly found: Found;
  /** Says that something was not understood. */
  doubt(): void;
  /** Statements and what separates them. */
  statements(nodes: readonly SyntaxNode[], place: Place): Outcome;
  word(node: SyntaxNode, place: Place): FoundWord;
  /** A line within the line. */
  line(text: string, place: Place, dialect: Dialect): Outcome;
}

export function textOf({ source }: Reader, node: SyntaxNode): string {
  return source.slice(node.start, node.end);
}

export function isComment({ type }: SyntaxNode): boolean {
  return type === "comment";
}
