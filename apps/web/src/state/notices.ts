// Short notices for the person: that something failed, or was done.
import { toMessage } from "@parley/chat-ui";
import { NOTICES_MAX, NOTICE_MS } from "../limits.ts";

interface Notice {
  readonly id: number;
  readonly tone: "plain" | "bad";
  readonly text: string;
}

class Notices {
  readonly #listeners = new Set<() => void>();
  #shown: readonly Notice[] = [];
  #count = 0;

  get shown(): readonly Notice[] {
    return this.#shown;
  }

  /** A failure stays until it is dismissed. */
  show(text: string, tone: Notice["tone"] = "plain"): void {
    this.#count += 1;
    const id = this.#count;
    this.#set([...this.#shown, { id, tone, text }].slice(-NOTICES_MAX));
    if (tone === "plain") setTimeout(() => this.dismiss(id), NOTICE_MS);
  }

  /** Says so if something that was asked for fails. */
  guard(what: string, done: Promise<unknown>): void {
    done.catch((cause: unknown) => this.show(`${what}: ${reasonOf(cause)}`, "bad"));
  }

  dismiss(id: number): void {
    this.#set(this.#shown.filter((notice) => notice.id !== id));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(shown: readonly Notice[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

export const notices = new Notices();

export function reasonOf(cause: unknown): string {
  return toMessage(cause);
}
