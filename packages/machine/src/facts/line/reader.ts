// What the parts of the reading of a line need of each other.
import type { ParsedScript, Statement, Word, WordPart } from "unbash";
import type { Outcome } from "./folders.ts";
import type { Found, FoundWord, Place } from "./found.ts";

/** `zsh` and `posix` are only read as far as they mean the same as bash. */
export type Dialect = "bash" | "posix" | "zsh";

export interface Reader {
  /** The text that positions in the tree refer to. */
  readonly source: string;
  readonly found: Found;
  /** Records that something was not understood. */
  doubt(): void;
  statements(statements: readonly Statement[], place: Place): Outcome;
  /** The commands of a substitution. Undefined where the parser gave up. */
  script(script: ParsedScript | undefined, place: Place): Outcome;
  /** A word of a command. */
  word(word: Word, place: Place): FoundWord;
  /** A word within something else, as `${x:-WORD}`. */
  operand(word: Word, place: Place): FoundWord;
  /** What is in a word. */
  parts(parts: readonly WordPart[], place: Place): void;
  /** A line within the line. */
  line(text: string, place: Place, dialect: Dialect): Outcome;
  /** Runs `read` one level deeper, or doubts if that is too deep. */
  deeper<T>(read: () => T, otherwise: T): T;
}
