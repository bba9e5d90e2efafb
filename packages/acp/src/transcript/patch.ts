// The changes of one event, for a view that keeps its own copy of the snapshot.
//
// Start from a snapshot and apply the patches of every later event in order: the copy then equals the next snapshot.
// Each comment says how. Patches are plain JSON; they share objects with the transcript, so replace, do not edit.
import type { ContentBlock } from "../generated/types.ts";
import type { TranscriptItem } from "./items.ts";
import type { TerminalView, TranscriptState, Trimmed } from "./snapshot.ts";

export type Patch =
  /** `items.push(item)` */
  | { readonly type: "item_added"; readonly item: TranscriptItem }
  /** `Object.assign(item, changes)` */
  | { readonly type: "item_changed"; readonly itemId: number; readonly changes: ItemChanges }
  /** `item.blocks.push(block)` */
  | { readonly type: "block_added"; readonly itemId: number; readonly block: ContentBlock }
  /** `item.blocks.at(-1).text += text`; the last block is a text block */
  | { readonly type: "text_appended"; readonly itemId: number; readonly text: string }
  /** `item.blocks.splice(0, blocks)`, then the text of the first block left loses its first `chars` (if not 0) */
  | {
      readonly type: "blocks_trimmed";
      readonly itemId: number;
      readonly blocks: number;
      readonly chars: number;
      /** `item.trimmedChars`, as it is now */
      readonly trimmedChars: number;
    }
  /** `items.splice(0, count)`, and `trimmed` as it is now */
  | { readonly type: "items_trimmed"; readonly count: number; readonly trimmed: Trimmed }
  /** `items.splice(-count)`: the conversation was rewound */
  | { readonly type: "items_removed"; readonly count: number }
  /** `items.push(...restored)`: a rewind was undone, and these are as they were before it */
  | { readonly type: "items_restored"; readonly items: readonly TranscriptItem[] }
  /** `terminals.push(terminal)` */
  | { readonly type: "terminal_added"; readonly terminal: TerminalView }
  /** `Object.assign(terminal, changes)` */
  | { readonly type: "terminal_changed"; readonly terminalId: string; readonly changes: TerminalChanges }
  /** `terminal.output += text` */
  | { readonly type: "output_appended"; readonly terminalId: string; readonly text: string }
  /** `terminal.output` loses its first `chars`; `terminal.trimmedBytes` as it is now */
  | {
      readonly type: "output_trimmed";
      readonly terminalId: string;
      readonly chars: number;
      readonly trimmedBytes: number;
    }
  /** Removes these terminals from `terminals`. */
  | { readonly type: "terminals_removed"; readonly terminalIds: readonly string[] }
  /** `Object.assign(state, changes)` */
  | { readonly type: "state_changed"; readonly changes: Partial<TranscriptState> };

export type ItemChanges<I extends TranscriptItem = TranscriptItem> = I extends unknown
  ? Partial<Omit<I, "id" | "seq" | "at" | "type">>
  : never;

export type TerminalChanges = Partial<Omit<TerminalView, "terminalId" | "output">>;

export type Emit = (patch: Patch) => void;
