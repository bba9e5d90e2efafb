// Context compactions, by id: updates patch them in place, chunks add to their summary.
import type { CompactionSummaryChunk, CompactionUpdate } from "../generated/types.ts";
import type { CompactedEvent } from "../session-event.ts";
import { BlockList } from "./block-list.ts";
import type { Entry, EventStamp, ItemList, Owner } from "./item-list.ts";
import type { CompactionItem } from "./items.ts";

type Said = Pick<CompactionItem, "compactionId" | "status" | "error">;

export class Compactions implements Owner<CompactionItem> {
  readonly #items: ItemList;
  readonly #byId = new Map<string, Entry<CompactionItem>>();

  constructor(items: ItemList) {
    this.#items = items;
  }

  /** Our own agent reports a compaction only once it is complete. */
  compacted(event: CompactedEvent): void {
    this.#add(event, { compactionId: null, status: "completed", error: null }, new BlockList(event.summary ?? []));
  }

  /** If absent, summary and error stay unchanged; null clears them. */
  update(stamp: EventStamp, { compactionId, status, summary, error }: CompactionUpdate): void {
    const entry = this.#byId.get(compactionId);
    const blocks = summary === undefined ? undefined : new BlockList(summary ?? []);
    if (entry === undefined) {
      this.#add(stamp, { compactionId, status, error: error ?? null }, blocks ?? new BlockList([]));
      return;
    }
    const changes = { status, ...(error !== undefined && { error }) };
    if (blocks === undefined) this.#items.change(entry, changes);
    else this.#items.replaceBlocks(entry, blocks, changes);
  }

  chunk(stamp: EventStamp, { compactionId, content }: CompactionSummaryChunk): void {
    const entry = this.#byId.get(compactionId);
    if (entry !== undefined) this.#items.append(entry, content);
    else this.#add(stamp, { compactionId, status: "in_progress", error: null }, new BlockList([content]));
  }

  forget({ item: { compactionId } }: Entry<CompactionItem>): void {
    if (compactionId !== null) this.#byId.delete(compactionId);
  }

  #add({ seq, at }: EventStamp, said: Said, blocks: BlockList): void {
    const id = this.#items.takeId();
    const item: CompactionItem = { id, seq, at, type: "compaction", ...said, blocks: blocks.view(), trimmedChars: 0 };
    const entry = this.#items.add(item, this, blocks);
    if (said.compactionId !== null) this.#byId.set(said.compactionId, entry);
  }
}
