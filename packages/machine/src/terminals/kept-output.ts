// The end of a terminal's output: raw, and for a pseudo-terminal also as plain text.
import { OutputRing } from "../processes/output-ring.ts";
import { SCREEN_BYTES } from "../limits.ts";
import { PlainText } from "./plain-text.ts";
import { characterStart } from "../processes/utf8.ts";

export interface OutputText {
  readonly output: string;
  /** The beginning was dropped. */
  readonly truncated: boolean;
}

export class KeptOutput {
  readonly #bytesMax: number;
  readonly #raw: OutputRing;
  readonly #plain: Plain | undefined;

  constructor(bytesMax: number, isPty: boolean) {
    this.#bytesMax = bytesMax;
    // A user may look at a terminal even if its agent requested little output.
    this.#raw = new OutputRing(isPty ? Math.max(bytesMax, SCREEN_BYTES) : bytesMax);
    this.#plain = isPty ? new Plain(bytesMax) : undefined;
  }

  push(chunk: Uint8Array): void {
    this.#raw.push(chunk);
    this.#plain?.push(chunk);
  }

  raw(): OutputText {
    const screen = this.screen();
    return this.#plain === undefined ? screen : keepEnd(screen, this.#bytesMax);
  }

  plain(): OutputText {
    return this.#plain?.text() ?? this.screen();
  }

  screen(): OutputText {
    // The text first: decoding may show that it is longer than its bytes.
    const output = this.#raw.text();
    return { output, truncated: this.#raw.truncated };
  }

  clear(): void {
    this.#raw.clear();
    this.#plain?.clear();
  }
}

class Plain {
  readonly #lines: OutputRing;
  readonly #text = new PlainText();
  readonly #decoder = new TextDecoder();

  constructor(bytesMax: number) {
    this.#lines = new OutputRing(bytesMax);
  }

  push(chunk: Uint8Array): void {
    const lines = this.#text.push(this.#decoder.decode(chunk, { stream: true }));
    if (lines !== "") this.#lines.push(Buffer.from(lines));
  }

  text(): OutputText {
    const output = this.#lines.text() + this.#text.line;
    return keepEnd({ output, truncated: this.#lines.truncated }, this.#lines.bytesMax);
  }

  clear(): void {
    this.#lines.clear();
  }
}

/** The last `bytesMax` bytes of it, in whole characters. */
export function keepEnd(text: OutputText, bytesMax: number): OutputText {
  const { output } = text;
  if (output.length * 3 <= bytesMax || Buffer.byteLength(output) <= bytesMax) return text;
  const bytes = Buffer.from(output);
  return { output: bytes.subarray(characterStart(bytes, bytes.length - bytesMax)).toString(), truncated: true };
}
