// Collects the lines of one tick into one write, obeys back-pressure, and turns a dead stream into a value.
import { ParleyError, settlesWithin } from "@parley/base";
import { WRITE_CHARS, type RpcLimits } from "./limits.ts";
import type { SendOutcome } from "./transport.ts";

/** The part of a Node Writable that is used here. */
export interface ByteWritable {
  write(text: string): boolean;
  end(done: () => void): unknown;
  on(event: "drain" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

type Schedule = (task: () => void) => unknown;

/** Declared here because this file runs in browsers too and must not need Node's types. */
declare const process: { readonly nextTick: Schedule };

/** Runs after all resolved promises, so that their messages share a write; browsers have no such hook. */
const schedule: Schedule = "process" in globalThis ? (task) => process.nextTick(task) : queueMicrotask;

export class LineWriter {
  readonly #writable: ByteWritable;
  readonly #limits: RpcLimits;
  readonly #onFailure: (reason: ParleyError) => void;
  readonly #flush = (): void => this.#flushNow();
  #text = "";
  #scheduled = false;
  /** The stream asked to wait for its `drain` event. */
  #stalled = false;
  #ended = false;
  #waiting: (() => void)[] = [];

  constructor(writable: ByteWritable, limits: RpcLimits, onFailure: (reason: ParleyError) => void) {
    this.#writable = writable;
    this.#limits = limits;
    this.#onFailure = onFailure;
    writable.on("drain", () => {
      this.#stalled = false;
      this.#flushNow();
    });
    writable.on("error", (cause) => {
      const message = `Writing to the other side failed: ${cause.message}`;
      this.#fail(new ParleyError({ code: "connection_closed", message, cause }));
    });
    writable.on("close", () => {
      this.#fail(new ParleyError({ code: "connection_closed", message: "The other side stopped reading" }));
    });
  }

  write(line: string): SendOutcome {
    if (this.#ended) return "closed";
    this.#text += line;
    if (this.#stalled) return this.#queueBehindStall();
    if (this.#text.length >= WRITE_CHARS) this.#flushNow();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      schedule(this.#flush);
    }
    return this.#stalled ? "full" : "sent";
  }

  drained(): Promise<void> {
    if (this.#ended || !this.#stalled) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Writes the rest and ends the stream; resolves when the stream has accepted it, is closed, or takes too long. */
  async end(): Promise<void> {
    if (this.#ended) return;
    this.#stalled = false;
    this.#flushNow();
    this.#ended = true;
    const taken = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#writable.end(() => this.#wake());
    await settlesWithin(taken, this.#limits.closeGraceMs);
    this.#wake();
  }

  #flushNow(): void {
    this.#scheduled = false;
    if (this.#ended) return;
    if (this.#text !== "" && !this.#stalled) {
      const text = this.#text;
      this.#text = "";
      this.#stalled = !this.#writable.write(text);
    }
    if (!this.#stalled) this.#wake();
  }

  #queueBehindStall(): SendOutcome {
    const { outboundBytesMax } = this.#limits;
    if (this.#text.length <= outboundBytesMax) return "full";
    const message = `The other side stopped reading: more than ${outboundBytesMax} bytes wait to be sent`;
    this.#fail(new ParleyError({ code: "connection_overflow", message }));
    return "closed";
  }

  #fail(reason: ParleyError): void {
    const wasEnded = this.#ended;
    this.#ended = true;
    this.#text = "";
    this.#wake();
    if (!wasEnded) this.#onFailure(reason);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
