// The mutable items of a transcript: adds, changes, extends and removes them, and emits the patches.
import type { ContentBlock } from "../generated/types.ts";
import type { BlockList } from "./block-list.ts";
import type { FlowItem, TranscriptItem } from "./items.ts";
import { cutTarget, OVERHEAD_CHARS } from "../limits.ts";
import type { Emit, ItemChanges } from "./patch.ts";
import { Queue } from "./queue.ts";
import { charsOf } from "./size.ts";
import { NOTHING_TRIMMED, type Trimmed } from "./snapshot.ts";

/** An item with the bookkeeping of its owner. */
export interface Entry<I extends TranscriptItem = TranscriptItem> {
  /** `blocks` may lag behind. */
  item: I;
  /** The item has been handed out, so a change needs a copy. */
  isLent: boolean;
  /** The content of an item that grows. */
  blocks: BlockList | undefined;
  chars: number;
  readonly owner: Owner<I> | undefined;
}

/** Something with its own index of entries, which must be updated when an entry is removed. */
export interface Owner<I extends TranscriptItem> {
  /** Called when the limits remove the item. */
  forget(entry: Entry<I>): void;
}

export interface EventStamp {
  readonly seq: number;
  readonly at: number;
}

interface ItemListOptions {
  readonly emit: Emit;
  readonly messageCharsMax: number;
  /** Called before a new item begins. */
  readonly beforeAdd: () => void;
}

export class ItemList {
  readonly #options: ItemListOptions;
  readonly #entries = new Queue<Entry>();
  #nextId = 1;
  #view: readonly TranscriptItem[] | undefined;
  chars = 0;
  trimmed: Trimmed = NOTHING_TRIMMED;
  /** The entry that a chunk without an id may continue. */
  latest: Entry | undefined;

  constructor(options: ItemListOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#entries.length;
  }

  /** The id of an item that is added now, after everything that waits for the next item. */
  takeId(): number {
    this.#options.beforeAdd();
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  add<I extends TranscriptItem>(item: I, owner?: Owner<I>, blocks?: BlockList): Entry<I> {
    const chars = OVERHEAD_CHARS + (blocks?.chars ?? charsOf(item));
    const entry: Entry<I> = { item, isLent: true, blocks, chars, owner };
    this.#entries.push(entry);
    this.#view = undefined;
    this.chars += chars;
    this.latest = entry;
    this.#options.emit({ type: "item_added", item });
    this.#keepShort(entry);
    return entry;
  }

  change<I extends TranscriptItem>(entry: Entry<I>, changes: ItemChanges<I>): void {
    const item = toOwn(entry);
    const source: { readonly [name: string]: unknown } = changes;
    for (const name of Object.keys(source)) {
      // The content is counted separately.
      if (name !== "blocks") this.weigh(entry, charsOf(source[name]) - charsOf(item[name]));
      item[name] = source[name];
    }
    this.#view = undefined;
    this.#options.emit({ type: "item_changed", itemId: entry.item.id, changes });
  }

  append(entry: Entry<FlowItem>, block: ContentBlock): void {
    const { blocks, item } = entry;
    if (blocks === undefined) return;
    const before = blocks.chars;
    const isMerged = blocks.append(block);
    this.#view = undefined;
    this.weigh(entry, blocks.chars - before);
    if (isMerged && block.type === "text") {
      this.#options.emit({ type: "text_appended", itemId: item.id, text: block.text });
    } else this.#options.emit({ type: "block_added", itemId: item.id, block });
    this.#keepShort(entry);
  }

  /** Replaces the content, and changes other fields. */
  replaceBlocks<I extends FlowItem>(entry: Entry<I>, blocks: BlockList, changes: ItemChanges<I>): void {
    this.weigh(entry, blocks.chars - (entry.blocks?.chars ?? 0));
    entry.blocks = blocks;
    this.change(entry, { ...changes, blocks: blocks.view(), trimmedChars: 0 });
    this.#keepShort(entry);
  }

  removeOldest(count: number): void {
    let { items, chars, throughSeq } = this.trimmed;
    for (let taken = 0; taken < count; taken += 1) {
      const entry = this.#entries.shift();
      if (entry === undefined) break;
      items += 1;
      chars += entry.chars;
      throughSeq = Math.max(throughSeq, entry.item.seq);
      if (entry === this.latest) this.latest = undefined;
      // The listener subtracts the size of what belongs to the item.
      entry.owner?.forget(entry);
      this.chars -= entry.chars;
    }
    this.trimmed = { items, chars, throughSeq };
    this.#view = undefined;
    this.#options.emit({ type: "items_trimmed", count, trimmed: this.trimmed });
  }

  /** Removes the items that were added after an event; they can be restored. */
  removeAfter(seq: number): readonly TranscriptItem[] {
    const removed: TranscriptItem[] = [];
    for (let last = this.#entries.at(this.count - 1); last !== undefined && last.item.seq > seq;) {
      this.#entries.pop();
      removed.unshift(toItem(last));
      last.owner?.forget(last);
      this.chars -= last.chars;
      last = this.#entries.at(this.count - 1);
    }
    this.latest = undefined;
    this.#view = undefined;
    if (removed.length > 0) this.#options.emit({ type: "items_removed", count: removed.length });
    return removed;
  }

  /** They no longer change. */
  restore(items: readonly TranscriptItem[]): void {
    for (const item of items) {
      const chars = OVERHEAD_CHARS + charsOf(item);
      this.#entries.push({ item, isLent: true, blocks: undefined, chars, owner: undefined });
      this.chars += chars;
    }
    this.latest = undefined;
    this.#view = undefined;
    if (items.length > 0) this.#options.emit({ type: "items_restored", items });
  }

  /** How many of the oldest items must be removed to meet `countMax` and `charsMax`; the latest stays. */
  countOver(countMax: number, charsMax: number): number {
    let over = 0;
    let chars = this.chars;
    while (over < this.count - 1 && (this.count - over > countMax || chars > charsMax)) {
      chars -= this.#entries.at(over)?.chars ?? 0;
      over += 1;
    }
    return over;
  }

  /** How many items were added up to this event. */
  countThrough(seq: number): number {
    let count = 0;
    while (count < this.count && (this.#entries.at(count)?.item.seq ?? Infinity) <= seq) count += 1;
    return count;
  }

  /** The same array, and the same objects in it, until something changes. */
  view(): readonly TranscriptItem[] {
    this.#view ??= this.#entries.map(toItem);
    return this.#view;
  }

  /** Counts data that belongs to an item but is stored elsewhere. */
  weigh(entry: Entry, chars: number): void {
    entry.chars += chars;
    this.chars += chars;
  }

  #keepShort(entry: Entry): void {
    const { blocks, item } = entry;
    const { messageCharsMax, emit } = this.#options;
    if (blocks === undefined || blocks.chars <= messageCharsMax || !("trimmedChars" in item)) return;
    const before = blocks.chars;
    const cut = blocks.cutHead(cutTarget(messageCharsMax));
    if (cut.blocks === 0 && cut.chars === 0) return;
    this.weigh(entry, blocks.chars - before);
    const trimmedChars = item.trimmedChars + before - blocks.chars;
    toOwn(entry).trimmedChars = trimmedChars;
    emit({ type: "blocks_trimmed", itemId: item.id, ...cut, trimmedChars });
  }
}

/** Returns the item for changes in place, copied if it has been handed out. */
function toOwn(entry: Entry): { [name: string]: unknown } {
  if (entry.isLent) entry.item = { ...entry.item };
  entry.isLent = false;
  return entry.item as unknown as { [name: string]: unknown };
}

/** The item with its current content; the same object until something changes. */
function toItem(entry: Entry): TranscriptItem {
  const { item, blocks } = entry;
  if (blocks !== undefined && "blocks" in item && item.blocks !== blocks.view()) {
    entry.item = { ...item, blocks: blocks.view() };
  }
  entry.isLent = true;
  return entry.item;
}
