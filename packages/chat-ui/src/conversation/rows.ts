// The rows of a conversation: its items in order, without what is shown elsewhere, with similar tool calls in a row as one.
import type { TranscriptItem } from "@parley/acp/transcript";
import type { SessionView } from "@parley/chat-model";
import { TOOL_GROUP_MIN } from "../limits.ts";

export type ConversationRow =
  | {
      readonly key: string;
      readonly type: "item";
      readonly id: number;
      /** The first of what the agent does after a prompt: it says who that is. */
      readonly isFirst: boolean;
      readonly isPrompt: boolean;
    }
  | { readonly key: string; readonly type: "tools"; readonly ids: readonly number[]; readonly isFirst: boolean }
  | { readonly key: "working"; readonly type: "working" };

type ItemRow = Extract<ConversationRow, { type: "item" }>;

/** Calls that only look at something. */
const GROUPED_KINDS: ReadonlySet<string> = new Set(["read", "search", "fetch", "think"]);

/** Appended items cost no more than themselves, however many rows exist; rows that did not change stay the same objects. */
export class RowList {
  #ids: readonly number[] = [];
  #rows: ConversationRow[] = [];
  #view: readonly ConversationRow[] = [];
  #isRunning = false;
  #hasSpoken = true;
  readonly #hidesThoughts: boolean;

  constructor({ hidesThoughts = false }: { readonly hidesThoughts?: boolean } = {}) {
    this.#hidesThoughts = hidesThoughts;
  }

  /** The same array until something changes. */
  update(view: SessionView): readonly ConversationRow[] {
    const { ids, state } = view;
    if (ids === this.#ids && state.running === this.#isRunning) return this.#view;
    if (!this.#isLongerThan(ids)) this.#clear();
    for (const id of ids.slice(this.#ids.length)) {
      const item = view.item(id)?.item;
      if (item !== undefined && this.#isShown(item)) this.#add(item, view);
    }
    this.#ids = ids;
    this.#isRunning = state.running;
    this.#view = state.running ? [...this.#rows, { key: "working", type: "working" }] : [...this.#rows];
    return this.#view;
  }

  #isLongerThan(ids: readonly number[]): boolean {
    const last = this.#ids.length - 1;
    return ids.length > last && ids[0] === (this.#ids[0] ?? ids[0]) && ids[last] === this.#ids[last];
  }

  /** Open questions have a place of their own, and how they were answered is said by the tool call. */
  #isShown({ type }: TranscriptItem): boolean {
    return type !== "permission" && !(this.#hidesThoughts && type === "thought");
  }

  #clear(): void {
    this.#ids = [];
    this.#rows = [];
    this.#hasSpoken = true;
  }

  #add(item: TranscriptItem, view: SessionView): void {
    const isPrompt = item.type === "user_message";
    const isAgents = item.type === "agent_message" || item.type === "thought" || item.type === "tool_call";
    const isFirst = isAgents && !this.#hasSpoken;
    if (isPrompt) this.#hasSpoken = false;
    if (isAgents) this.#hasSpoken = true;
    this.#rows.push({ key: String(item.id), type: "item", id: item.id, isFirst, isPrompt });
    if (isGrouped(item)) this.#group(view);
  }

  /** Makes one row of the grouped calls at the end, if they are enough. */
  #group(view: SessionView): void {
    const last = this.#rows.at(-1);
    const before = this.#rows.at(-2);
    if (last?.type !== "item") return;
    if (before?.type === "tools") {
      this.#rows.splice(-2, 2, { ...before, ids: [...before.ids, last.id] });
      return;
    }
    const found: ItemRow[] = [];
    for (const row of this.#rows.slice(-TOOL_GROUP_MIN)) {
      if (row.type === "item" && isGrouped(view.item(row.id)?.item)) found.push(row);
    }
    const [first] = found;
    if (first === undefined || found.length < TOOL_GROUP_MIN || found.slice(1).some(({ isFirst }) => isFirst)) return;
    const ids = found.map(({ id }) => id);
    this.#rows.splice(-TOOL_GROUP_MIN, TOOL_GROUP_MIN, { ...first, type: "tools", ids });
  }
}

function isGrouped(item: TranscriptItem | undefined): boolean {
  return item?.type === "tool_call" && GROUPED_KINDS.has(item.kind ?? "");
}
