// The output of a command that may be endless: its beginning and its end.
import { OUTPUT_HEAD_BYTES } from "./limits.ts";

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

  /** Up to the end of its last whole line, so that what follows the gap starts afresh. */
  text(): string {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(this.#chunks), { stream: true });
    const end = text.lastIndexOf("\n");
    return end === -1 ? text : text.slice(0, end + 1);
  }
}

/** `tail` has lost its beginning. */
export function joinHeadAndTail(head: string, tail: string): string {
  const start = tail.indexOf("\n");
  const rest = start === -1 ? tail : tail.slice(start + 1);
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}… a part of the output was not kept …\n${rest}`;
}
