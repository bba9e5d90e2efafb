// The whole conversation for the reader: the chat's items, and earlier ones from the log.
import type { SessionEvent } from "@parley/acp";
import { createTranscript, type TerminalView, type Transcript, type TranscriptItem } from "@parley/acp/transcript";
import { itemBlocks, type Block } from "@parley/chat-model";
import { HISTORY_EVENTS_MAX, READER_REFRESH_MS } from "../../limits.ts";

export interface EntriesSource {
  readonly cwd: string;
  readonly transcript: Transcript;
  /** The last events before this one. */
  readonly fetchBefore: (seq: number) => Promise<readonly SessionEvent[]>;
}

/** One item; its blocks follow each other without a line between them. */
export interface Entry {
  readonly item: TranscriptItem;
  readonly blocks: readonly Block[];
}

export class Entries {
  readonly #source: EntriesSource;
  #earlier: readonly Entry[] = [];
  #current: readonly Entry[] = [];
  #known = new Map<TranscriptItem, Entry>();
  #readSeq = -1;
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** Number of the first shown event. */
  #firstSeq = 1;
  isLoading = false;

  constructor(source: EntriesSource) {
    this.#source = source;
  }

  get list(): readonly Entry[] {
    return this.#earlier.length === 0 ? this.#current : [...this.#earlier, ...this.#current];
  }

  get hasEarlier(): boolean {
    return this.#firstSeq > 1;
  }

  /** Whether new content has arrived. */
  refresh(): boolean {
    const { transcript } = this.#source;
    const isFresh = performance.now() - this.#readAtMs < READER_REFRESH_MS;
    if (transcript.lastSeq === this.#readSeq || (isFresh && this.#readSeq !== -1)) return false;
    const { items, terminals, trimmed } = transcript.snapshot();
    this.#current = this.#toEntries(items, terminals);
    this.#readSeq = transcript.lastSeq;
    this.#readAtMs = performance.now();
    // A chat reads a limited number of events, and its transcript keeps a limited number of items.
    const isWhole = trimmed.items === 0 && transcript.lastSeq <= HISTORY_EVENTS_MAX;
    if (this.#earlier.length === 0) this.#firstSeq = isWhole ? 1 : (items[0]?.seq ?? 1);
    return true;
  }

  /** The number of entries that were added at the beginning. */
  async loadEarlier(): Promise<number> {
    if (this.isLoading || !this.hasEarlier) return 0;
    this.isLoading = true;
    try {
      const events = await this.#source.fetchBefore(this.#firstSeq);
      const transcript = createTranscript();
      for (const event of events) transcript.apply(event);
      const { items, terminals } = transcript.snapshot();
      const added = this.#toEntries(items, terminals);
      this.#firstSeq = events[0]?.seq ?? 1;
      this.#earlier = [...added, ...this.#earlier];
      return added.length;
    } finally {
      this.isLoading = false;
    }
  }

  #toEntries(items: readonly TranscriptItem[], terminals: readonly TerminalView[]): readonly Entry[] {
    const entries = items.map((item) => this.#known.get(item) ?? this.#toEntry(item, terminals));
    // A running call's terminal writes while its item stays the same.
    const open = entries.filter(({ item }) => item.type !== "tool_call" || item.status !== "in_progress");
    this.#known = new Map(open.map((entry) => [entry.item, entry]));
    return entries.filter(({ blocks }) => blocks.length > 0);
  }

  #toEntry(item: TranscriptItem, terminals: readonly TerminalView[]): Entry {
    return { item, blocks: itemBlocks(item, terminals, { cwd: this.#source.cwd, isWhole: true }) };
  }
}
