// Context that an agent gets with its next prompt, because it happened between its turns or during one.
import type { HubStore } from "../api/store.ts";

type DocumentStore = Pick<HubStore, "getDocument" | "putDocument" | "deleteDocument">;

const KIND = "unheard";

export class PendingContext {
  readonly #store: DocumentStore;
  /** By session: what its running prompt has brought. */
  readonly #told = new Map<string, string>();
  /** Changes are made one after the other, because each of them reads the text first. Never rejects. */
  #changed: Promise<unknown> = Promise.resolve();

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** For the prompt that is about to be sent; undefined if there is none. */
  async take(sessionId: string): Promise<string | undefined> {
    await this.#changed;
    const text = await this.#read(sessionId);
    this.#told.set(sessionId, text ?? "");
    return text;
  }

  add(sessionId: string, text: string): Promise<void> {
    return this.#change(async () => {
      const before = await this.#read(sessionId);
      await this.#write(sessionId, before === undefined ? text : `${before}\n\n${text}`);
    });
  }

  /** The agent has got this prompt's context. Context that was added meanwhile goes with the next one. */
  heard(sessionId: string): Promise<void> {
    return this.#change(async () => {
      const told = this.#told.get(sessionId) ?? "";
      const text = await this.#read(sessionId);
      this.#told.delete(sessionId);
      if (text?.startsWith(told) === true) await this.#write(sessionId, text.slice(told.length).trimStart());
    });
  }

  clear(sessionId: string): Promise<void> {
    return this.#change(() => this.#write(sessionId, ""));
  }

  async #read(sessionId: string): Promise<string | undefined> {
    const text = await this.#store.getDocument(KIND, sessionId);
    return typeof text === "string" ? text : undefined;
  }

  async #write(sessionId: string, text: string): Promise<void> {
    if (text !== "") await this.#store.putDocument(KIND, sessionId, sessionId, text);
    else if ((await this.#read(sessionId)) !== undefined) await this.#store.deleteDocument(KIND, sessionId);
  }

  #change(work: () => Promise<void>): Promise<void> {
    const changed = this.#changed.then(work);
    this.#changed = changed.catch(() => undefined); // The caller has the error.
    return changed;
  }
}
