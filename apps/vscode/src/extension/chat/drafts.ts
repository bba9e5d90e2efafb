// What was written and not sent, by session: kept with the workspace, so that neither a reload nor a lost host loses it.
import type * as vscode from "vscode";
import { DRAFT_CHARS_MAX, DRAFT_STORE_MS, DRAFTS_MAX } from "../../limits.ts";
import type { StoredDraft } from "../../protocol/chat-protocol.ts";

const KEY = "acp.drafts";
/** The chat whose session begins with its first prompt. */
const NEW_CHAT = "new";

type Stored = Readonly<Record<string, StoredDraft>>;

export class Drafts {
  readonly #memory: vscode.Memento;
  readonly #drafts: Map<string, StoredDraft>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#drafts = new Map(Object.entries(memory.get<Stored>(KEY) ?? {}));
  }

  get(sessionId: string | undefined): StoredDraft | undefined {
    return this.#drafts.get(sessionId ?? NEW_CHAT);
  }

  keep(sessionId: string | undefined, draft: StoredDraft): void {
    const key = sessionId ?? NEW_CHAT;
    // The longest unchanged first.
    this.#drafts.delete(key);
    if (draft.text !== "" || draft.chips.length > 0) this.#drafts.set(key, draft);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > DRAFTS_MAX && oldest !== undefined) this.#drafts.delete(oldest);
    this.#timer ??= setTimeout(() => this.store(), DRAFT_STORE_MS);
  }

  store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const stored = Object.fromEntries([...this.#drafts].map(([key, draft]) => [key, toStored(draft)]));
    void this.#memory.update(KEY, stored);
  }
}

/** The text alone fits even where the attachments do not. */
function toStored(draft: StoredDraft): StoredDraft {
  return JSON.stringify(draft.chips).length > DRAFT_CHARS_MAX ? { ...draft, chips: [] } : draft;
}
