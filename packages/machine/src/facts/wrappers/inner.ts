// What a wrapper runs.
import type { Via } from "@parley/policy";
import type { FoundAssignment, FoundWord } from "../line/found.ts";
import type { Dialect } from "../line/reader.ts";

export interface InnerCommand {
  readonly words: readonly FoundWord[];
  readonly assignments: readonly FoundAssignment[];
}

interface InShell {
  /** It runs in the shell that reads the line, so a `cd` in it persists. */
  readonly isShell: boolean;
}

export type Inner =
  /** It runs something unknown. */
  | ({ readonly kind: "unseen" } & InShell)
  | ({ readonly kind: "commands"; readonly commands: readonly InnerCommand[]; readonly via: Via } & InShell)
  | ({
      readonly kind: "line";
      readonly text: string;
      readonly via: Via;
      readonly dialect: Dialect;
      /** At an unknown later time. */
      readonly isLater: boolean;
    } & InShell);

export const UNSEEN: Inner = { kind: "unseen", isShell: false };

export function runs(words: readonly FoundWord[], via: Via = "wrapper", isShell = false): Inner {
  return { kind: "commands", commands: [{ words, assignments: [] }], via, isShell };
}

/** Text that replaces `mark` at run time may be anything, and is a command if it is part of a line. */
export function fillIn(words: readonly FoundWord[], mark: string | undefined): FoundWord[] {
  return words.map((word) => (mark !== undefined && word.text.includes(mark) ? { ...word, isLiteral: false } : word));
}
