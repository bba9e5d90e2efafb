// One JSON message per line over a pair of byte streams, such as the pipes of a child process.
import { ParleyError } from "@parley/base";
import { deliverText } from "./deliver-text.ts";
import { LineParser } from "./line-parser.ts";
import { LineSplitter, type LineSink } from "./line-splitter.ts";
import { defaultLimits, type RpcLimits } from "./limits.ts";
import { LineWriter, type ByteWritable } from "./line-writer.ts";
import type { Message } from "./message.ts";
import { SlicedInput } from "./sliced-input.ts";
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
  readonly #noise: NoiseCount;
  #input: SlicedInput | undefined;
  #receiver: Receiver | undefined;
  #over = false;
  #reason: ParleyError | undefined;
  #lastWords: ReturnType<typeof setTimeout> | undefined;

  constructor(readable: ByteReadable, writable: ByteWritable, limits: RpcLimits) {
    this.#readable = readable;
    this.#limits = limits;
    this.#noise = new NoiseCount(limits.malformedPerMinuteMax);
    this.#writer = new LineWriter(writable, limits, (reason) => this.#cannotWrite(reason));
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#over) {
      receiver.closed(this.#reason);
      return;
    }
    const splitter = this.#createSplitter(receiver);
    this.#input = new SlicedInput({
      take: (piece) => {
        if (!this.#over) splitter.push(piece);
        if (splitter.skippedBytes > this.#limits.endlessLineBytesMax) this.#giveUp(endlessLine(this.#limits));
      },
      hold: () => void this.#readable.pause(),
      release: () => this.resume(),
    });
    this.#readable.on("data", (chunk) => this.#input?.push(chunk));
    this.#readable.on("end", () => {
      this.#input?.end();
      splitter.end();
      this.#finish(this.#reason);
    });
    this.#readable.on("close", () => {
      this.#input?.end();
      this.#finish(this.#reason);
    });
    this.#readable.on("error", (cause) => {
      const message = `Reading from the other side failed: ${cause.message}`;
      this.#finish(new ParleyError({ code: "connection_failed", message, cause }));
    });
  }

  #createSplitter(receiver: Receiver): LineSplitter {
    const parser = new LineParser();
    const parse = (text: string): unknown => parser.parse(text);
    const counted: Pick<Receiver, "message" | "malformed"> = {
      message: (value, bytes) => receiver.message(value, bytes),
      malformed: (input) => {
        receiver.malformed(input);
        if (this.#noise.isTooMuch()) this.#giveUp(tooMuchNoise(input.head, this.#limits));
      },
    };
    const sink: LineSink = {
      line: (text, bytes) => {
        if (!this.#over) deliverText(counted, text, bytes, parse);
      },
      tooLong: (head, tail, bytes) => {
        if (!this.#over) counted.malformed({ kind: "too_large", head, tail, bytes });
      },
    };
    return new LineSplitter(sink, this.#limits.lineBytesMax);
  }

  send(message: Message): SendOutcome {
    return this.#writer.write(`${JSON.stringify(message)}\n`);
  }

  drained(): Promise<void> {
    return this.#writer.drained();
  }

  pause(): void {
    this.#input?.pause();
    this.#readable.pause();
  }

  resume(): void {
    if (this.#over) return;
    this.#input?.resume();
    // If input is still held in slices, that resumes the stream when it is done.
    if (this.#input?.isIdle !== false) this.#readable.resume();
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    // The stream is paused because unread bytes must not pile up or keep the process alive.
    this.#readable.pause();
    await this.#writer.end();
  }

  /** Further input is useless, so reading stops. */
  #giveUp(reason: ParleyError): void {
    this.#finish(reason);
    this.#readable.pause();
  }

  /** A process may have answered before it died, so the pipe is read to its end first. */
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

const MINUTE_MS = 60_000;

/** Counts by the minute: some agents write a line of their own now and then. */
class NoiseCount {
  readonly #max: number;
  #count = 0;
  #sinceMs = 0;

  constructor(max: number) {
    this.#max = max;
  }

  isTooMuch(): boolean {
    const nowMs = Date.now();
    if (nowMs - this.#sinceMs >= MINUTE_MS) {
      this.#sinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > this.#max;
  }
}

function tooMuchNoise(head: string, { malformedPerMinuteMax }: RpcLimits): ParleyError {
  const example = JSON.stringify(head.slice(0, EXAMPLE_CHARS));
  const message = `The other side wrote more than ${malformedPerMinuteMax} lines in a minute that are not messages, such as ${example}`;
  return new ParleyError({ code: "invalid_message", message });
}

function endlessLine({ endlessLineBytesMax }: RpcLimits): ParleyError {
  const message = `The other side wrote more than ${endlessLineBytesMax} bytes without the end of a line`;
  return new ParleyError({ code: "message_too_large", message });
}

/** The part of an invalid line that an error shows. */
const EXAMPLE_CHARS = 100;
