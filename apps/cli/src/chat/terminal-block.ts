// The blocks that the terminal prints: those of a conversation, and the chat's own.
import type { Block } from "@parley/chat-model";
import type { Line } from "../terminal/line.ts";
import type { Theme } from "../terminal/theme.ts";

export type TerminalBlock =
  | Block
  /** From the chat itself: an answer to a command. */
  | { readonly type: "lines"; readonly lines: readonly Line[] }
  /** The same for content that depends on the width: the header, the help. */
  | { readonly type: "drawn"; readonly draw: (theme: Theme) => readonly Line[] };

/** Blocks of the same group follow each other without an empty line. */
export function groupOf({ type }: TerminalBlock): "work" | "own" {
  return type === "tool" || type === "thought" ? "work" : "own";
}
