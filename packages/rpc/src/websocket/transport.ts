// One text frame, one message, over a WebSocket of either kind and on either side.
import { ParleyError, settlesWithin } from "@parley/base";
import { deliverText } from "../deliver-text.ts";
import { defaultLimits, DRAIN_POLL_MS, HEAD_BYTES, PING_INTERVAL_MS, TAIL_BYTES, type RpcLimits } from "../limits.ts";
import type { Message } from "../message.ts";
import type { Receiver, SendOutcome, Transport } from "../transport.ts";
import { toCloseReason, toFrameFault } from "./close-reason.ts";
import { HeldInput } from "./held-input.ts";
import { KeepAlive } from "./keep-alive.ts";
import { abandon, CLOSED, OPEN, type SocketLike } from "./socket.ts";
import { TurnTaking } from "./turn-taking.ts";

export interface WebSocketTransportOptions {
  readonly limits?: Partial<RpcLimits>;
  /** A side that does not answer a ping before the next one is disconnected; 0 disables pings. Browsers cannot ping. */
  readonly pingIntervalMs?: number;
}

/** Takes an open socket, for example one that a `ws` server accepted. The server sets its `maxPayload`. */
export function createWebSocketTransport(socket: SocketLike, options: WebSocketTransportOptions = {}): Transport {
  return new WebSocketTransport(socket, options);
}

class WebSocketTransport implements Transport {
  readonly #socket: SocketLike;
  readonly #limits: RpcLimits;
  readonly #pingIntervalMs: number;
  readonly #input = new HeldInput();
  readonly #onSent = (): void => this.#wakeIfDrained();
  #receiver: Receiver | undefined;
  #keepAlive: KeepAlive | undefined;
  #over = false;
  #reason: ParleyError | undefined;
  #error: unknown;
  #isPaused = false;
  /** Only where a socket can be paused: a browser has no other connections to be fair to. */
  readonly #turn: TurnTaking | undefined;
  #waiting: (() => void)[] = [];
  #poll: ReturnType<typeof setInterval> | undefined;

  constructor(socket: SocketLike, options: WebSocketTransportOptions) {
    this.#socket = socket;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#pingIntervalMs = options.pingIntervalMs ?? PING_INTERVAL_MS;
    if (socket.pause !== undefined) this.#turn = new TurnTaking(() => this.#continue());
    socket.addEventListener("message", ({ data }) => this.#frame(data));
    socket.addEventListener("error", (event) => {
      this.#error = "error" in event ? event.error : undefined;
    });
    socket.addEventListener("close", ({ code, reason }) => this.#socketClosed(code, reason));
    // Its close event has already happened, so the reason is unknown.
    if (socket.readyState === CLOSED) this.#socketClosed(1006, "");
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#over) {
      receiver.closed(this.#reason);
      return;
    }
    this.#startPings();
    this.#input.resume();
  }

  send(message: Message): SendOutcome {
    const text = JSON.stringify(message);
    if (this.#over || this.#socket.readyState !== OPEN) return "closed";
    this.#socket.send(text, this.#onSent);
    const { outboundBytesHigh, outboundBytesMax } = this.#limits;
    const unsent = this.#socket.bufferedAmount;
    if (unsent <= outboundBytesHigh) return "sent";
    if (unsent <= outboundBytesMax) return "full";
    this.#giveUp(`The other side stopped reading: more than ${outboundBytesMax} bytes wait to be sent`);
    return "closed";
  }

  drained(): Promise<void> {
    if (this.#isDrained()) return Promise.resolve();
    if (this.#socket.ping === undefined) this.#poll ??= setInterval(() => this.#wakeIfDrained(), DRAIN_POLL_MS);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  pause(): void {
    this.#isPaused = true;
    this.#input.pause();
    this.#socket.pause?.();
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#turn?.isOver !== true) this.#continue();
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    if (this.#socket.readyState === CLOSED) return;
    // A paused socket would not see the other side's half of the closing handshake.
    this.#socket.resume?.();
    const closed = new Promise<void>((resolve) => this.#socket.addEventListener("close", () => resolve()));
    this.#socket.close(1000);
    if (!(await settlesWithin(closed, this.#limits.closeGraceMs))) abandon(this.#socket);
  }

  #frame(data: unknown): void {
    if (this.#over) return;
    this.#keepAlive?.heard();
    if (!this.#input.isHolding) {
      this.#deliver(data);
      return;
    }
    this.#input.hold(sizeOf(data), () => this.#deliver(data));
    const { pausedBytesMax } = this.#limits;
    if (this.#input.bytes <= pausedBytesMax) return;
    this.#giveUp(`More than ${pausedBytesMax} bytes arrived that could not be handled in time`);
  }

  #continue(): void {
    if (this.#over || this.#isPaused) return;
    this.#socket.resume?.();
    this.#input.resume();
  }

  #deliver(data: unknown): void {
    const receiver = this.#receiver;
    if (this.#over || receiver === undefined) return;
    if (this.#turn?.count() === true) {
      this.#input.pause();
      this.#socket.pause?.();
    }
    const bytes = sizeOf(data);
    if (typeof data !== "string") receiver.malformed({ kind: "not_text", head: "", tail: "", bytes });
    else if (bytes > this.#limits.lineBytesMax) {
      const [head, tail] = [data.slice(0, HEAD_BYTES), data.slice(-TAIL_BYTES)];
      receiver.malformed({ kind: "too_large", head, tail, bytes });
    } else deliverText(receiver, data, bytes);
  }

  #startPings(): void {
    const intervalMs = this.#pingIntervalMs;
    if (this.#socket.ping === undefined || intervalMs <= 0) return;
    this.#keepAlive = new KeepAlive({
      intervalMs,
      ping: () => this.#socket.ping?.(),
      isPaused: () => this.#input.isPaused || this.#socket.readyState !== OPEN,
      onSilent: () => {
        const message = `The other side did not answer a ping within ${intervalMs} ms: it or the network is gone`;
        this.#finish(new ParleyError({ code: "connection_closed", message }));
        abandon(this.#socket);
      },
    });
    this.#socket.on?.("pong", () => this.#keepAlive?.heard());
  }

  /** Earlier input is delivered before the end. */
  #socketClosed(code: number, text: string): void {
    if (this.#over) return;
    const fault = toFrameFault(this.#error, this.#limits.lineBytesMax);
    const reason = fault ?? toCloseReason(code, text, this.#error);
    if (this.#input.isHolding) this.#input.hold(0, () => this.#finish(reason));
    else this.#finish(reason);
    this.#wake();
  }

  #giveUp(message: string): void {
    this.#finish(new ParleyError({ code: "connection_overflow", message }));
    abandon(this.#socket);
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason = reason;
    this.#keepAlive?.stop();
    this.#input.clear();
    this.#wake();
    this.#receiver?.closed(reason);
  }

  #isDrained(): boolean {
    const { readyState, bufferedAmount } = this.#socket;
    return this.#over || readyState !== OPEN || bufferedAmount <= this.#limits.outboundBytesHigh;
  }

  #wakeIfDrained(): void {
    if (this.#waiting.length > 0 && this.#isDrained()) this.#wake();
  }

  #wake(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Text is counted in characters, because its size on the wire is no longer known. */
function sizeOf(data: unknown): number {
  if (typeof data === "string") return data.length;
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return data.byteLength;
  return data instanceof Blob ? data.size : 0;
}
