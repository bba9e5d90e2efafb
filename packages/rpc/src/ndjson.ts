// One JSON message per line over a pair of byte streams, such as the pipes of a child process.
import { ParleyError } from "@parley/base";
import { deliverText } from "./deliver-text.ts";
import { LineParser } from "./line-parser.ts";
import { LineSplitter } from "./line-splitter.ts";
import { defaultLimits, type RpcLimits } from "./limits.ts";
import { LineWriter, type ByteWritable } from "./line-writer.ts";
import type { Message } from "./message.ts";
import type { Receiver, SendOutcome, Transport } from "./transport.ts";

/** What is used of a Node Readable, so that this file needs no Node types. */
export interface ByteReadable {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

export interface NdjsonOptions {
  readonly limits?: Partial<RpcLimits>;
}

/** `readable` must deliver bytes: no encoding may be set on it. */
export function createNdjsonTransport(
  readable: ByteReadable,
  writable: ByteWritable,
  options: NdjsonOptions = {},
): Transport {
  return new NdjsonTransport(readable, writable, { ...defaultLimits, ...options.limits });
}

class NdjsonTransport implements Transport {
  readonly #readable: ByteReadable;
  readonly #writer: LineWriter;
  readonly #limits: RpcLimits;
  #receiver: Receiver | undefined;
  #over = false;
  #reason: ParleyError | undefined;
  #lastWords: ReturnType<typeof setTimeout> | undefined;

  constructor(readable: ByteReadable, writable: ByteWritable, limits: RpcLimits) {
    this.#readable = readable;
    this.#limits = limits;
    this.#writer = new LineWriter(writable, limits, (reason) => this.#cannotWrite(reason));
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#over) {
      receiver.closed(this.#reason);
      return;
    }
    const parser = new LineParser();
    const parse = (text: string): unknown => parser.parse(text);
    const splitter = new LineSplitter(
      {
        line: (text, bytes) => {
          if (!this.#over) deliverText(receiver, text, bytes, parse);
        },
        tooLong: (head, tail, bytes) => {
          if (!this.#over) receiver.malformed({ kind: "too_large", head, tail, bytes });
        },
      },
      this.#limits.lineBytesMax,
    );
    this.#readable.on("data", (chunk) => splitter.push(chunk));
    this.#readable.on("end", () => {
      splitter.end();
      this.#finish(this.#reason);
    });
    this.#readable.on("close", () => this.#finish(this.#reason));
    this.#readable.on("error", (cause) => {
      const message = `Reading from the other side failed: ${cause.message}`;
      this.#finish(new ParleyError({ code: "connection_failed", message, cause }));
    });
  }

  send(message: Message): SendOutcome {
    return this.#writer.write(`${JSON.stringify(message)}\n`);
  }

  drained(): Promise<void> {
    return this.#writer.drained();
  }

  pause(): void {
    this.#readable.pause();
  }

  resume(): void {
    if (!this.#over) this.#readable.resume();
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    // Paused on purpose: bytes that nobody will handle must not pile up or keep a process alive.
    this.#readable.pause();
    await this.#writer.end();
  }

  /** A process that died may have answered before: what it wrote is still in the pipe, and its end behind that. */
  #cannotWrite(reason: ParleyError): void {
    if (this.#over) return;
    this.#reason = reason;
    if (this.#receiver === undefined || reason.code === "connection_overflow") this.#finish(reason);
    else this.#lastWords = setTimeout(() => this.#finish(reason), this.#limits.closeGraceMs);
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason = reason;
    clearTimeout(this.#lastWords);
    this.#receiver?.closed(reason);
  }
}
