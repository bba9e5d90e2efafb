// Which dialog is open: at most one at a time.
import type { MessageItem } from "@parley/acp/transcript";

export type OpenDialog =
  | { readonly name: "new-session"; readonly agent?: string | undefined; readonly folder?: string | undefined }
  | { readonly name: "palette" }
  | { readonly name: "keys" }
  | { readonly name: "rename" | "delete"; readonly sessionId: string }
  | { readonly name: "handover"; readonly sessionId: string; readonly agent?: string | undefined }
  | { readonly name: "edit-prompt"; readonly sessionId: string; readonly prompt: MessageItem }
  /** Of a session; before a prompt, if its place in the log is given. */
  | { readonly name: "rewind"; readonly sessionId: string; readonly promptSeq?: number | undefined };

class Dialogs {
  readonly #listeners = new Set<() => void>();
  #current: OpenDialog | undefined;

  get current(): OpenDialog | undefined {
    return this.#current;
  }

  open(dialog: OpenDialog): void {
    this.#set(dialog);
  }

  /** Closes the given one only if it is still open: another one may have taken its place. */
  close(dialog: OpenDialog | undefined = this.#current): void {
    if (dialog === this.#current) this.#set(undefined);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(dialog: OpenDialog | undefined): void {
    this.#current = dialog;
    for (const listener of this.#listeners) listener();
  }
}

export const dialogs = new Dialogs();
