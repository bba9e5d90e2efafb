// Texts typed here as "no, do this instead". The hub turns them into prompts, which count as the user's own although
// this chat did not send them.
import { INSTEAD_KEPT_MAX } from "../limits.ts";

export class OwnWords {
  #texts: readonly string[] = [];

  /** An agent that reads the text with its answer never gets it as a prompt, so the oldest are dropped. */
  add(text: string): void {
    this.#texts = [...this.#texts, text].slice(-INSTEAD_KEPT_MAX);
  }

  has(text: string): boolean {
    return this.#texts.includes(text);
  }

  /** Whether a new prompt is one of them; each counts once. */
  take(text: string): boolean {
    const at = this.#texts.indexOf(text);
    if (at !== -1) this.#texts = this.#texts.toSpliced(at, 1);
    return at !== -1;
  }
}
