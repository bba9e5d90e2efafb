// Whether a session needs its person: open questions, and what has come since they last looked.
import type { ElicitationItem, Patch, PermissionItem, TranscriptItem } from "@parley/acp/transcript";

export type QuestionItem = PermissionItem | ElicitationItem;

export class Attention {
  readonly #questions = new Map<number, QuestionItem>();
  #list: readonly QuestionItem[] | undefined;
  #unread = 0;

  /** Items of a session that was not shown until now; they are not news. */
  constructor(items: readonly TranscriptItem[] = []) {
    for (const item of items) this.#ask(item);
  }

  /** Questions that wait for an answer, the oldest first; the same array until something changes. */
  get questions(): readonly QuestionItem[] {
    this.#list ??= [...this.#questions.values()];
    return this.#list;
  }

  /** Number of answers, notices and failures since the last `markRead`. */
  get unread(): number {
    return this.#unread;
  }

  markRead(): void {
    this.#unread = 0;
  }

  apply(patch: Patch): void {
    if (patch.type === "item_added") {
      this.#ask(patch.item);
      if (isNews(patch.item)) this.#unread += 1;
    } else if (patch.type === "item_changed") {
      const question = this.#questions.get(patch.itemId);
      if (question !== undefined) this.#set({ ...question, ...patch.changes } as QuestionItem);
    } else if (patch.type === "items_trimmed") {
      const { throughSeq } = patch.trimmed;
      for (const { id, seq } of this.questions) if (seq <= throughSeq) this.#remove(id);
    }
  }

  #ask(item: TranscriptItem): void {
    if (item.type === "permission" || item.type === "elicitation") this.#set(item);
  }

  #set(item: QuestionItem): void {
    if (item.phase !== "open") return this.#remove(item.id);
    this.#questions.set(item.id, item);
    this.#list = undefined;
  }

  #remove(id: number): void {
    this.#questions.delete(id);
    this.#list = undefined;
  }
}

function isNews(item: TranscriptItem): boolean {
  if (item.type === "stop") return item.error !== null;
  if (item.type === "note") return item.level !== "info";
  return item.type === "agent_message" || item.type === "notice" || item.type === "agent_crashed";
}
