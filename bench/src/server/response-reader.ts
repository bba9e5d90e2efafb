// Cuts what comes on a connection into answers, as little as can be done: to do more would take the server's time.

const HEAD_END = "\r\n\r\n";
const CHUNKED_END = Buffer.from("0\r\n\r\n");

/** One answer after the other on one connection; each is reported when it is complete. */
export class ResponseReader {
  readonly #onAnswer: (status: number) => void;
  #status = 0;
  /** Bytes of the body that are still to come; undefined in between; Infinity while chunks come. */
  #left: number | undefined;
  #rest: Buffer | undefined;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  take(chunk: Buffer): void {
    let bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = undefined;
    while (bytes.length > 0) {
      const used = this.#left === undefined ? this.#takeHead(bytes) : this.#takeBody(bytes, this.#left);
      if (used === 0) {
        this.#rest = bytes;
        return;
      }
      bytes = bytes.subarray(used);
    }
  }

  #takeHead(bytes: Buffer): number {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return 0;
    const head = bytes.toString("latin1", 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#left = length === undefined ? Infinity : Number(length);
    if (this.#left === 0) this.#done();
    return end + HEAD_END.length;
  }

  #takeBody(bytes: Buffer, left: number): number {
    if (left === Infinity) {
      const isWhole = bytes.length >= CHUNKED_END.length && bytes.subarray(-CHUNKED_END.length).equals(CHUNKED_END);
      if (!isWhole) return 0;
      this.#done();
      return bytes.length;
    }
    const used = Math.min(left, bytes.length);
    this.#left = left - used;
    if (this.#left === 0) this.#done();
    return used;
  }

  #done(): void {
    this.#left = undefined;
    this.#onAnswer(this.#status);
  }
}
