// A connection over a WebSocket: all sessions on one socket, the frames of a batch in one write.
import type { Transport } from "@parley/rpc";
import { createWebSocketTransport } from "@parley/rpc/websocket";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { RPC_LIMITS } from "../connections.ts";
import {
  ACP_BUFFERED_BYTES_HIGH,
  ACP_BUFFERED_BYTES_MAX,
  ACP_CLOSE_REASON_BYTES_MAX,
  ACP_INITIALIZE_MS_MAX,
  ACP_MESSAGE_BYTES_MAX,
  ACP_UNREAD_MS_MAX,
} from "../../../limits.ts";
import type { EndReason, Frame, Wire } from "../wire.ts";
import { guardTransport } from "./guarded-transport.ts";

/** RFC 6455 §7.4.1. */
const CLOSE_CODES: Readonly<Record<EndReason, number>> = {
  shutdown: 1001,
  protocol: 1002,
  limit: 1008,
  internal: 1011,
};

const FIRST_MESSAGE = "The first message must be initialize";

interface WireOptions {
  readonly isLocal?: boolean | undefined;
  readonly bufferedBytesMax?: number | undefined;
  /** A client that reads nothing for this long, although data is waiting, is disconnected. */
  readonly unreadMsMax?: number | undefined;
}

export class WebSocketWire implements Wire {
  readonly transport: Transport;
  readonly isLocal: boolean;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #onSent = (): void => {
    if (this.#waiting.length > 0 && this.#hasRoom()) this.#wake();
  };
  #waiting: (() => void)[] = [];
  readonly #unreadMsMax: number;
  /** Runs while the client's buffer is full. */
  #unread: NodeJS.Timeout | undefined;

  /** `raw` is the socket's underlying stream. */
  constructor(socket: WebSocket, raw: Duplex, options: WireOptions = {}) {
    const { bufferedBytesMax = ACP_BUFFERED_BYTES_MAX, unreadMsMax = ACP_UNREAD_MS_MAX } = options;
    this.isLocal = options.isLocal ?? false;
    this.#socket = socket;
    this.#raw = raw;
    this.#unreadMsMax = unreadMsMax;
    const late = setTimeout(() => this.end("protocol", FIRST_MESSAGE), ACP_INITIALIZE_MS_MAX).unref();
    socket.on("close", () => {
      clearTimeout(late);
      this.#wake();
    });
    // The transport would close the connection without a reason, so we do it first.
    const outboundBytesMax = bufferedBytesMax + ACP_MESSAGE_BYTES_MAX;
    const transport = createWebSocketTransport(socket, { limits: { ...RPC_LIMITS, outboundBytesMax } });
    const guarded = guardTransport(transport, {
      onReady: () => clearTimeout(late),
      onUnready: () => this.end("protocol", FIRST_MESSAGE),
    });
    this.transport = {
      ...guarded,
      send: (message) => {
        if (socket.bufferedAmount <= bufferedBytesMax) return guarded.send(message);
        this.end("limit", `More than ${bufferedBytesMax} bytes are unread`);
        return "closed";
      },
    };
  }

  sendFrames(_sessionId: string, frames: readonly Frame[]): boolean {
    // Subscriptions learn from the transport that the socket is closed.
    if (this.#socket.readyState !== WebSocket.OPEN) return true;
    const last = frames.length - 1;
    this.#raw.cork();
    frames.forEach(({ text }, index) => this.#socket.send(text, index === last ? this.#onSent : undefined));
    this.#raw.uncork();
    return this.#hasRoom();
  }

  drained(): Promise<void> {
    if (this.#hasRoom()) return Promise.resolve();
    this.#unread ??= setTimeout(() => this.#socket.terminate(), this.#unreadMsMax).unref();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(reason: EndReason, message: string): void {
    this.#socket.close(CLOSE_CODES[reason], message.slice(0, ACP_CLOSE_REASON_BYTES_MAX));
  }

  #hasRoom(): boolean {
    const { readyState, bufferedAmount } = this.#socket;
    return readyState !== WebSocket.OPEN || bufferedAmount <= ACP_BUFFERED_BYTES_HIGH;
  }

  #wake(): void {
    clearTimeout(this.#unread);
    this.#unread = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
