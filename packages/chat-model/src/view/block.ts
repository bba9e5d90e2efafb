// Something finished in a conversation, in the order in which it is shown: plain data that a surface draws.
import type { ContentBlock, EventActor, PlanEntry } from "@parley/acp";
import type { ChangesItem, CompactionItem, ElicitationItem, StopItem } from "@parley/acp/transcript";
import type { ToolView } from "./tool-view.ts";

export type Severity = "info" | "warning" | "error";

export type Block =
  /** `isTyped`: it was sent now, and from here. `from`: another surface sent it. */
  | {
      readonly type: "prompt";
      readonly blocks: readonly ContentBlock[];
      readonly isTyped?: boolean | undefined;
      readonly from?: EventActor | undefined;
    }
  /** A whole message of the agent, from an earlier session. */
  | { readonly type: "answer"; readonly text: string }
  | { readonly type: "thought"; readonly itemId: number; readonly text: string; readonly ms: number }
  /** A part of a message that is not text. */
  | { readonly type: "content"; readonly content: ContentBlock }
  | { readonly type: "tool"; readonly tool: ToolView }
  | { readonly type: "plan"; readonly entries: readonly PlanEntry[] }
  | { readonly type: "elicitation"; readonly item: ElicitationItem }
  | { readonly type: "compaction"; readonly item: CompactionItem }
  | { readonly type: "stop"; readonly item: StopItem; readonly ms: number | undefined }
  | { readonly type: "changes"; readonly item: ChangesItem }
  | NoteBlock;

export interface NoteBlock {
  readonly type: "note";
  readonly severity: Severity;
  readonly text: string;
  readonly detail?: string | undefined;
}

export function toSeverity(word: string): Severity {
  return word === "error" || word === "warning" ? word : "info";
}
