// Draws a transcript into a terminal that only grows: text as it streams, everything else as lines.
import type { ContentBlock } from "@parley/acp";
import type { Patch, ToolCallItem, TranscriptItem } from "@parley/acp/transcript";
import { drawBlock, drawItem, drawPlan } from "./draw-items.ts";
import { drawToolEnd, drawToolStart } from "./draw-tool-call.ts";
import type { Paint } from "./paint.ts";

export class TranscriptView {
  readonly #write: (text: string) => void;
  readonly #paint: Paint;
  /** What is being streamed, so that its next piece continues the line. */
  #streaming: number | undefined;
  #atLineStart = true;
  readonly #thoughts = new Set<number>();
  readonly #tools = new Map<number, ToolCallItem>();

  constructor(write: (text: string) => void, paint: Paint) {
    this.#write = write;
    this.#paint = paint;
  }

  draw(patches: readonly Patch[]): void {
    for (const patch of patches) this.#drawPatch(patch);
  }

  /** Ends a line that is still open. */
  settle(): void {
    if (!this.#atLineStart) this.#write("\n");
    this.#atLineStart = true;
    this.#streaming = undefined;
  }

  #drawPatch(patch: Patch): void {
    switch (patch.type) {
      case "item_added":
        this.#drawAdded(patch.item);
        return;
      case "item_changed":
        this.#drawChanged(patch.itemId, patch.changes);
        return;
      case "block_added":
        this.#drawBlock(patch.itemId, patch.block);
        return;
      case "text_appended":
        this.#stream(patch.itemId, patch.text);
        return;
      case "state_changed":
        if (patch.changes.plan !== undefined) this.#line(drawPlan(patch.changes.plan, this.#paint));
        return;
      case "blocks_trimmed":
      case "items_trimmed":
      case "terminal_added":
      case "terminal_changed":
      case "output_appended":
      case "output_trimmed":
      case "terminals_removed":
        // The terminal keeps its own history, and a tool call shows its output when it ends.
        return;
    }
  }

  #drawAdded(item: TranscriptItem): void {
    if (item.type === "thought") this.#thoughts.add(item.id);
    if (item.type === "agent_message" || item.type === "thought") {
      for (const block of item.blocks) this.#drawBlock(item.id, block);
    } else if (item.type === "tool_call") {
      this.#tools.set(item.id, item);
      this.#line(drawToolStart(item, this.#paint));
      this.#endTool(item);
    } else {
      const line = drawItem(item, this.#paint);
      if (line !== undefined) this.#line(line);
    }
  }

  /** Text flows on; anything else has a line of its own. */
  #drawBlock(itemId: number, block: ContentBlock): void {
    const text = drawBlock(block, this.#paint);
    if (block.type === "text") this.#stream(itemId, text);
    else this.#line(text);
  }

  #drawChanged(itemId: number, changes: object): void {
    const before = this.#tools.get(itemId);
    if (before === undefined) return;
    const after: ToolCallItem = { ...before, ...changes };
    this.#tools.set(itemId, after);
    if (after.title !== before.title) this.#line(drawToolStart(after, this.#paint));
    if (after.status !== before.status) this.#endTool(after);
  }

  #endTool(item: ToolCallItem): void {
    if (item.status !== "completed" && item.status !== "failed") return;
    this.#line(drawToolEnd(item, this.#paint));
  }

  #stream(itemId: number, text: string): void {
    if (this.#streaming !== itemId) {
      this.settle();
      this.#streaming = itemId;
    }
    if (text === "") return;
    this.#write(this.#thoughts.has(itemId) ? this.#paint("dim", text) : text);
    this.#atLineStart = text.endsWith("\n");
  }

  #line(text: string): void {
    this.settle();
    this.#write(`${text}\n`);
  }
}
