// What the parts of the line reader need from each other.
import type { ParsedScript, Statement, Word, WordPart } from "unbash";
import type { Outcome } from "./folders.ts";
import type { Found, FoundWord, Place } from "./found.ts";

/** `zsh` and `posix` are only read where they agree with bash. */
export type Dialect = "bash" | "posix" | "zsh";

export interface Reader {
  /** The text that positions in the tree refer to. */
  readonly source: string;
  readonly found: Found;
  /** Records that something was not understood. */
  doubt(): void;
  statements(statements: readonly Statement[], place: Place): Outcome;
  /** The commands of a substitution. Undefined if the parser gave up. */
  script(script: ParsedScript | undefined, place: Place): Outcome;
  /** A word of a command. */
  word(word: Word, place: Place): FoundWord;
  /** A word inside something else, as in `${x:-WORD}`. */
  operand(word: Word, place: Place): FoundWord;
  /** The parts of a word. */
  parts(parts: readonly WordPart[], place: Place): void;
  /** A line nested in the line. */
  line(text: string, place: Place, dialect: Dialect): Outcome;
  /** Runs `read` one level deeper, or records a doubt if that is too deep. */
  deeper<T>(read: () => T, otherwise: T): T;
}
