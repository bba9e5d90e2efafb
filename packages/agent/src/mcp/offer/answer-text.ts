// Text that comes from a server, as much of it as fits.

export class TextBudget {
  #left: number;
  readonly #charsMax: number;
  #cut = 0;

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
    this.#left = charsMax;
  }

  take(text: string): string {
    const taken = text.length <= this.#left ? text : cutAt(text, this.#left);
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

/** Never through the middle of a character. */
function cutAt(text: string, chars: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(chars - 1)) ? chars - 1 : chars;
  return text.slice(0, Math.max(0, end));
}

/** The size of what base64 stands for. */
export function describeSize(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4);
  return bytes < 10_240 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KiB`;
}
