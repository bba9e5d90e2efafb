// A connection over HTTP: receives the client's POSTs, and sends messages on the streams that it reads.
import { ParleyError } from "@parley/base";
import type { Message, Receiver, SendOutcome, Transport } from "@parley/rpc";
import {
  ACP_BUFFERED_BYTES_HIGH,
  ACP_BUFFERED_BYTES_MAX,
  ACP_STREAMS_MAX,
  ACP_UNREAD_MS_MAX,
} from "../../../limits.ts";
import type { EndReason, Frame, Wire } from "../wire.ts";
import { OutStream } from "./out-stream.ts";
import { Routing, type Scope } from "./routing.ts";

export class HttpWire implements Wire, Transport {
  readonly transport: Transport = this;
  readonly isLocal: boolean;
  readonly routing: Routing = new Routing();
  readonly #streams = new Map<Scope, OutStream>();
  #receiver: Receiver | undefined;
  /** Receives the answer to `initialize`, which is not sent on a stream. */
  #first: { readonly resolve: (text: string) => void; readonly reject: (reason: Error) => void } | undefined;
  #unreadTimer: NodeJS.Timeout | undefined;
  #isPaused = false;
  /** POSTs that wait until their messages can be accepted. */
  #held: (() => void)[] = [];
  #isOver = false;

  constructor({ isLocal = false }: { readonly isLocal?: boolean } = {}) {
    this.isLocal = isLocal;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** The answer to the first message, as JSON. Rejects if the connection ends before. */
  initialize(message: unknown, bytes: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#receiver?.message(message, bytes);
      this.#watch();
    });
  }

  /** A message that the client posted. */
  async receive(message: Readonly<Record<string, unknown>>, scope: Scope, bytes: number): Promise<void> {
    if (this.#isPaused) await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.#isOver) return;
    this.routing.incoming(message, scope);
    this.#receiver?.message(message, bytes);
  }

  send(message: Message): SendOutcome {
    const text = JSON.stringify(message);
    if (this.#isOver) return "closed";
    if (this.#first !== undefined && !("method" in message)) {
      this.#first.resolve(text);
      this.#first = undefined;
      return "sent";
    }
    const scope = this.routing.outgoing(message, (sessionId) => this.#streams.get(sessionId)?.isRead === true);
    const stream = this.stream(scope);
    stream?.send(text);
    if (stream === undefined || this.#queuedChars() > ACP_BUFFERED_BYTES_MAX) return this.#overflow();
    return stream.queuedChars > ACP_BUFFERED_BYTES_HIGH ? "full" : "sent";
  }

  sendFrames(sessionId: string, frames: readonly Frame[]): boolean {
    const stream = this.stream(sessionId);
    if (stream !== undefined && !this.#isOver) return stream.sendFrames(frames);
    if (!this.#isOver) this.#overflow();
    return true;
  }

  async drained(sessionId?: string): Promise<void> {
    await this.#streams.get(sessionId)?.drained();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    const held = this.#held;
    this.#held = [];
    for (const resolve of held) resolve();
  }

  close(): Promise<void> {
    this.#finish(undefined);
    return Promise.resolve();
  }

  /** Ends all streams cleanly; the client sees the end of its connection's stream. */
  end(reason: EndReason, message: string): void {
    const isFailure = reason !== "shutdown";
    this.#finish(isFailure ? new ParleyError({ code: "connection_closed", message }) : undefined);
  }

  /** Created on first use; undefined if too many streams have unread messages. */
  stream(scope: Scope): OutStream | undefined {
    const known = this.#streams.get(scope);
    if (known !== undefined) return known;
    if (this.#streams.size >= ACP_STREAMS_MAX && !this.#forgetIdle()) return undefined;
    const stream = new OutStream({ hasIds: scope !== undefined, onUnread: () => this.#watch() });
    this.#streams.set(scope, stream);
    return stream;
  }

  /** Releases a stream without a reader and without messages. */
  #forgetIdle(): boolean {
    for (const [scope, { isRead, queuedChars }] of this.#streams) {
      if (scope !== undefined && !isRead && queuedChars === 0) return this.#streams.delete(scope);
    }
    return false;
  }

  /** A connection without a reader is closed after a while. */
  #watch(): void {
    clearTimeout(this.#unreadTimer);
    if (this.#isOver) return;
    this.#unreadTimer = setTimeout(() => {
      if ([...this.#streams.values()].some(({ isRead }) => isRead)) return;
      const message = `The connection's streams had no reader for ${ACP_UNREAD_MS_MAX} ms`;
      this.#finish(new ParleyError({ code: "connection_closed", message }));
    }, ACP_UNREAD_MS_MAX).unref();
  }

  #queuedChars(): number {
    let chars = 0;
    for (const stream of this.#streams.values()) chars += stream.queuedChars;
    return chars;
  }

  #overflow(): SendOutcome {
    const message = `The client stopped reading: more than ${ACP_BUFFERED_BYTES_MAX} bytes or ${ACP_STREAMS_MAX} streams are unsent`;
    this.#finish(new ParleyError({ code: "connection_overflow", message }));
    return "closed";
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#unreadTimer);
    this.resume();
    this.#first?.reject(reason ?? new ParleyError({ code: "connection_closed", message: "The connection is closed" }));
    for (const stream of this.#streams.values()) stream.end();
    this.#receiver?.closed(reason);
  }
}
