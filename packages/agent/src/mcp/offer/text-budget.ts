// Limits the text from a server.
import { startOf } from "@parley/base";

export class TextBudget {
  #left: number;
  readonly #charsMax: number;
  #cut = 0;

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
    this.#left = charsMax;
  }

  take(text: string): string {
    const taken = startOf(text, this.#left);
    this.#left -= taken.length;
    this.#cut += text.length - taken.length;
    return taken;
  }

  /** Undefined if nothing was omitted. */
  note(): string | undefined {
    if (this.#cut === 0) return undefined;
    return `[${this.#cut} more characters omitted; the maximum is ${this.#charsMax}. Request less at a time.]`;
  }
}
