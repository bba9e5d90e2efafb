// The beginning and the end of a command's output, however long it is.
import { OUTPUT_HEAD_BYTES } from "../limits.ts";

export class KeptHead {
  readonly #bytesMax: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(bytesMax: number = OUTPUT_HEAD_BYTES) {
    this.#bytesMax = bytesMax;
  }

  push(chunk: Uint8Array): void {
    const room = this.#bytesMax - this.#bytes;
    if (room <= 0) return;
    const part = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(part);
    this.#bytes += part.length;
  }

  /** Up to its last complete line, so that the text after the gap starts on a new line. */
  text(): string {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(this.#chunks), { stream: true });
    const end = text.lastIndexOf("\n");
    return end === -1 ? text : text.slice(0, end + 1);
  }
}

/** `tail` does not start at the beginning of the output. */
export function joinHeadAndTail(head: string, tail: string): string {
  const start = tail.indexOf("\n");
  const rest = start === -1 ? tail : tail.slice(start + 1);
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}… part of the output omitted …\n${rest}`;
}
