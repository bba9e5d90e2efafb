// What is finished and stays: one thing to be drawn once, as plain data.
import type { ContentBlock, PlanEntry } from "@parley/acp";
import type { ChangesItem, CompactionItem, ElicitationItem, StopItem } from "@parley/acp/transcript";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { ToolView } from "./tool-view.ts";

export type Severity = "info" | "warning" | "error";

export type Block =
  /** `isTyped`: here, a moment ago. */
  | { readonly type: "prompt"; readonly blocks: readonly ContentBlock[]; readonly isTyped?: boolean | undefined }
  /** A whole message of the agent's, from before. */
  | { readonly type: "answer"; readonly text: string }
  | { readonly type: "thought"; readonly text: string; readonly ms: number }
  /** A part of a message that is not text. */
  | { readonly type: "content"; readonly content: ContentBlock }
  | { readonly type: "tool"; readonly tool: ToolView }
  | { readonly type: "plan"; readonly entries: readonly PlanEntry[] }
  | { readonly type: "elicitation"; readonly item: ElicitationItem }
  | { readonly type: "compaction"; readonly item: CompactionItem }
  | { readonly type: "stop"; readonly item: StopItem; readonly ms: number | undefined }
  | { readonly type: "changes"; readonly item: ChangesItem }
  | { readonly type: "note"; readonly severity: Severity; readonly text: string; readonly detail?: string | undefined }
  /** From ourselves: the header, the help, an answer to a command. */
  | { readonly type: "lines"; readonly lines: readonly Line[] }
  /** The same, where it depends on the width. */
  | { readonly type: "drawn"; readonly draw: (theme: Theme) => readonly Line[] };

/** Blocks of the same group follow each other without an empty line. */
export function groupOf({ type }: Block): "work" | "own" {
  return type === "tool" || type === "thought" ? "work" : "own";
}

export function toSeverity(word: string): Severity {
  return word === "error" || word === "warning" ? word : "info";
}
