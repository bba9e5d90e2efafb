// A session as a page shows it: every item with its times, what runs now, and whether it needs its person.
import type { TerminalView, TranscriptItem, TranscriptSnapshot, TranscriptState } from "@parley/acp/transcript";
import { Attention, type QuestionItem } from "./attention.ts";
import type { Block } from "./block.ts";
import { ChatView, type AppliedEvent, type OpenThought } from "./chat-view.ts";
import type { ToolView, Verdict } from "./tool-view.ts";
import { TranscriptCopy } from "./transcript-copy.ts";
import { durationMs, type Timing } from "./work-clock.ts";

export interface ItemView {
  readonly item: TranscriptItem;
  /** How long a thought, a tool call or a turn took, without the time for answers; undefined if that is not known. */
  readonly ms?: number | undefined;
  /** How the permission for a tool call was decided. */
  readonly verdict?: Verdict | undefined;
  /** The turn ended before the tool call did. */
  readonly isCut?: boolean | undefined;
}

/** In the order of importance: what a list of sessions shows. */
export type SessionStatus = "needs_you" | "running" | "failed" | "unread" | "idle";

type Ended = Omit<ItemView, "item">;

/** A view as data: enough for another window to show the same. */
export interface SessionSnapshot extends TranscriptSnapshot {
  /** By item, what was found out when it ended. */
  readonly ended?: readonly (readonly [number, Ended])[] | undefined;
  readonly hasFailed?: boolean | undefined;
}

/** Made for `useSyncExternalStore`: what has not changed is the same object, and listeners are called once per batch. */
export class SessionView {
  readonly #copy: TranscriptCopy;
  readonly #attention: Attention;
  readonly #chat: ChatView;
  readonly #ended = new Map<number, Ended>();
  readonly #views = new WeakMap<TranscriptItem, ItemView>();
  readonly #listeners = new Set<() => void>();
  #items: readonly ItemView[] | undefined;
  #hasFailed = false;

  constructor(snapshot: SessionSnapshot) {
    for (const [itemId, ended] of snapshot.ended ?? []) this.#ended.set(itemId, ended);
    this.#hasFailed = snapshot.hasFailed ?? false;
    this.#copy = new TranscriptCopy(snapshot, (itemId) => this.#ended.delete(itemId));
    this.#attention = new Attention(snapshot.items);
    this.#chat = new ChatView({
      add: (block) => this.#finished(block),
      say: () => undefined,
      endMessage: () => undefined,
      beginTurn: () => undefined,
    });
    this.#chat.seed(snapshot);
  }

  /** `isMoreComing`: the next batch follows soon, so listeners are called for that one. */
  apply(batch: readonly AppliedEvent[], { isMoreComing = false } = {}): void {
    for (const applied of batch) {
      for (const patch of applied.patches) {
        this.#copy.apply(patch);
        this.#attention.apply(patch);
      }
      if (applied.event.type === "prompt") this.#hasFailed = false;
      this.#chat.apply(applied);
    }
    this.#items = undefined;
    if (!isMoreComing) this.#tell();
  }

  snapshot(): SessionSnapshot {
    return { ...this.#copy.snapshot(), ended: [...this.#ended], hasFailed: this.#hasFailed };
  }

  /** The same array until something changes, and in it the same object for every item that has not changed. */
  get items(): readonly ItemView[] {
    this.#items ??= this.#copy.items.map((item) => this.#viewOf(item));
    return this.#items;
  }

  /** For long lists: the same array until an item is added or removed; `item` has the rest. */
  get ids(): readonly number[] {
    return this.#copy.ids;
  }

  /** The same object until the item changes. */
  item(id: number): ItemView | undefined {
    const item = this.#copy.item(id);
    return item && this.#viewOf(item);
  }

  get state(): TranscriptState {
    return this.#copy.state;
  }

  /** What the limits took from the beginning. */
  get trimmed(): TranscriptSnapshot["trimmed"] {
    return this.#copy.trimmed;
  }

  terminal(id: string): TerminalView | undefined {
    return this.#copy.terminal(id);
  }

  get runningTools(): readonly ToolView[] {
    return this.#chat.tools;
  }

  get thought(): OpenThought | undefined {
    return this.#chat.thought;
  }

  /** The running turn; `durationMs` says how long it has worked. */
  get turn(): Timing | undefined {
    return this.#chat.turn;
  }

  get questions(): readonly QuestionItem[] {
    return this.#attention.questions;
  }

  get needsYou(): boolean {
    return this.#attention.questions.length > 0;
  }

  get unread(): number {
    return this.#attention.unread;
  }

  get status(): SessionStatus {
    if (this.needsYou) return "needs_you";
    if (this.state.running) return "running";
    if (this.#hasFailed) return "failed";
    return this.unread > 0 ? "unread" : "idle";
  }

  markRead(): void {
    if (this.unread === 0) return;
    this.#attention.markRead();
    this.#items = undefined;
    this.#tell();
  }

  /** Returns a function that stops listening. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #finished(block: Block): void {
    if (block.type === "tool") {
      const { item, timing, verdict, isCut } = block.tool;
      const ms = durationMs(timing, timing.startedAt);
      this.#end(item.id, { ms, verdict, ...(isCut === true && { isCut }) });
    } else if (block.type === "thought") this.#end(block.itemId, { ms: block.ms });
    else if (block.type === "stop") {
      this.#hasFailed = block.item.error !== null;
      this.#end(block.item.id, { ms: block.ms });
    } else if (block.type === "note" && block.severity === "error") this.#hasFailed = true;
  }

  #end(itemId: number, ended: Ended): void {
    this.#ended.set(itemId, ended);
    const item = this.#copy.item(itemId);
    if (item !== undefined) this.#views.delete(item);
  }

  #viewOf(item: TranscriptItem): ItemView {
    const known = this.#views.get(item) ?? { item, ...this.#ended.get(item.id) };
    this.#views.set(item, known);
    return known;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
