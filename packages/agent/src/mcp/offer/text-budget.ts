// Text that comes from a server, as much of it as fits.
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

  /** Undefined if everything fitted. */
  note(): string | undefined {
    if (this.#cut === 0) return undefined;
    return `[${this.#cut} more characters were left out: an answer may have ${this.#charsMax}. Ask for less of it at a time.]`;
  }
}
