// A copy of a transcript, kept up to date by patches: for a view whose transcript is in another process or window.
import type { ContentBlock } from "@parley/acp";
import type {
  CompactionItem,
  MessageItem,
  Patch,
  TerminalView,
  TranscriptItem,
  TranscriptSnapshot,
  TranscriptState,
} from "@parley/acp/transcript";

type FlowItem = MessageItem | CompactionItem;
type PatchOf<Type extends Patch["type"]> = Extract<Patch, { type: Type }>;

/** The work per patch does not grow with the transcript. Unchanged items stay the same objects. */
export class TranscriptCopy {
  readonly #items: Map<number, TranscriptItem>;
  readonly #terminals: Map<string, TerminalView>;
  #state: TranscriptState;
  #trimmed: TranscriptSnapshot["trimmed"];
  readonly #onRemoved: (itemId: number) => void;
  #itemList: readonly TranscriptItem[] | undefined;
  #ids: readonly number[] | undefined;
  #terminalList: readonly TerminalView[] | undefined;

  constructor(
    { items, terminals, state, trimmed }: TranscriptSnapshot,
    onRemoved: (itemId: number) => void = () => undefined,
  ) {
    this.#onRemoved = onRemoved;
    this.#items = new Map(items.map((item) => [item.id, item]));
    this.#terminals = new Map(terminals.map((terminal) => [terminal.terminalId, terminal]));
    this.#state = state;
    this.#trimmed = trimmed;
  }

  get state(): TranscriptState {
    return this.#state;
  }

  get trimmed(): TranscriptSnapshot["trimmed"] {
    return this.#trimmed;
  }

  /** The same array until an item is added or removed. */
  get ids(): readonly number[] {
    this.#ids ??= [...this.#items.keys()];
    return this.#ids;
  }

  /** The same array until something changes. */
  get items(): readonly TranscriptItem[] {
    this.#itemList ??= [...this.#items.values()];
    return this.#itemList;
  }

  get terminals(): readonly TerminalView[] {
    this.#terminalList ??= [...this.#terminals.values()];
    return this.#terminalList;
  }

  item(id: number): TranscriptItem | undefined {
    return this.#items.get(id);
  }

  terminal(id: string): TerminalView | undefined {
    return this.#terminals.get(id);
  }

  snapshot(): TranscriptSnapshot {
    return { items: this.items, terminals: this.terminals, state: this.#state, trimmed: this.#trimmed };
  }

  apply(patch: Patch): void {
    switch (patch.type) {
      case "item_added":
        this.#ids = undefined;
        return this.#setItem(patch.item);
      case "item_changed":
        return this.#changeItem(patch.itemId, (item) => ({ ...item, ...patch.changes }) as TranscriptItem);
      case "block_added":
        return this.#changeBlocks(patch.itemId, (blocks) => [...blocks, patch.block]);
      case "text_appended":
        return this.#changeBlocks(patch.itemId, (blocks) => withText(blocks, patch.text));
      case "blocks_trimmed":
        return this.#changeItem(patch.itemId, (item) => (isFlow(item) ? trimBlocks(item, patch) : item));
      case "items_trimmed":
        return this.#trimItems(patch);
      case "items_removed":
        for (const id of this.ids.slice(-patch.count)) this.#removeItem(id);
        return;
      case "items_restored":
        this.#ids = undefined;
        for (const item of patch.items) this.#setItem(item);
        return;
      case "terminal_added":
        return this.#setTerminal(patch.terminal);
      case "terminal_changed":
        return this.#changeTerminal(patch.terminalId, patch.changes);
      case "output_appended":
        return this.#changeOutput(patch.terminalId, (output) => output + patch.text);
      case "output_trimmed":
        this.#changeTerminal(patch.terminalId, { trimmedBytes: patch.trimmedBytes });
        return this.#changeOutput(patch.terminalId, (output) => output.slice(patch.chars));
      case "terminals_removed":
        for (const id of patch.terminalIds) this.#terminals.delete(id);
        this.#terminalList = undefined;
        return;
      case "state_changed":
        this.#state = { ...this.#state, ...patch.changes };
    }
  }

  #setItem(item: TranscriptItem): void {
    this.#items.set(item.id, item);
    this.#itemList = undefined;
  }

  #changeItem(id: number, change: (item: TranscriptItem) => TranscriptItem): void {
    const item = this.#items.get(id);
    if (item !== undefined) this.#setItem(change(item));
  }

  #changeBlocks(id: number, change: (blocks: readonly ContentBlock[]) => readonly ContentBlock[]): void {
    this.#changeItem(id, (item) => (isFlow(item) ? { ...item, blocks: change(item.blocks) } : item));
  }

  #trimItems({ count, trimmed }: PatchOf<"items_trimmed">): void {
    let left = count;
    for (const id of this.#items.keys()) {
      if (left === 0) break;
      this.#removeItem(id);
      left -= 1;
    }
    this.#trimmed = trimmed;
  }

  #removeItem(id: number): void {
    this.#items.delete(id);
    this.#onRemoved(id);
    this.#ids = undefined;
    this.#itemList = undefined;
  }

  #setTerminal(terminal: TerminalView): void {
    this.#terminals.set(terminal.terminalId, terminal);
    this.#terminalList = undefined;
  }

  #changeTerminal(id: string, changes: Partial<TerminalView>): void {
    const terminal = this.#terminals.get(id);
    if (terminal !== undefined) this.#setTerminal({ ...terminal, ...changes });
  }

  #changeOutput(id: string, change: (output: string) => string): void {
    const terminal = this.#terminals.get(id);
    if (terminal !== undefined) this.#setTerminal({ ...terminal, output: change(terminal.output) });
  }
}

function isFlow(item: TranscriptItem): item is FlowItem {
  return "blocks" in item;
}

function withText(blocks: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  const last = blocks.at(-1);
  return last?.type === "text" ? blocks.with(blocks.length - 1, { ...last, text: last.text + text }) : blocks;
}

function trimBlocks(item: FlowItem, { blocks: count, chars, trimmedChars }: PatchOf<"blocks_trimmed">): FlowItem {
  const [first, ...rest] = item.blocks.slice(count);
  if (first?.type !== "text" || chars === 0) return { ...item, blocks: item.blocks.slice(count), trimmedChars };
  return { ...item, blocks: [{ ...first, text: first.text.slice(chars) }, ...rest], trimmedChars };
}
