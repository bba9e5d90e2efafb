// A reader of a feed: connects, reads both versions, sends requests, and reconnects when the server is gone.
import { describeNetworkCode, networkCodeOf, ParleyError, parseObject } from "@parley/base";
import { createConnection, type Socket } from "node:net";
import { LineCutter } from "../frames/line-cutter.ts";
import { formatFeedAddress, type FeedAddress } from "./address.ts";
import { READ_LINE_BYTES_MAX, RECONNECT_MS, RECONNECT_MS_MAX, RPC_PENDING_MAX, RPC_WAIT_MS } from "../limits.ts";
import type { FeedRequest } from "./v1-format.ts";
import { readFeedLine } from "./read-message.ts";
import { idOf } from "./read-values.ts";
import type { FeedMessage, FeedVersion } from "./v2-format.ts";
import { createNonce, isSameSecret, prove } from "./token.ts";

export type FeedReaderState =
  | { readonly type: "connecting" }
  | { readonly type: "connected" }
  /** Not running; the reader keeps retrying. */
  | { readonly type: "away"; readonly error: string }
  /** The feed refused the connection; no retry. */
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "closed" };

/** A function is called for each connection, because the token may have been replaced. */
export type FeedToken = string | (() => Promise<string | undefined>);

export interface FeedReaderOptions {
  /** Default: 2. A feed that only supports version 1 answers in that version. */
  readonly version?: FeedVersion | undefined;
  /** Proved, never sent, because another program may have the port. Required for version 2. */
  readonly token?: FeedToken | undefined;
  /** Every message, in order. */
  readonly onMessage: (message: FeedMessage) => void;
  readonly onState?: ((state: FeedReaderState) => void) | undefined;
  /** False: one attempt only. */
  readonly reconnects?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FeedReader extends Disposable {
  readonly state: FeedReaderState;
  /** Of one session, or of all. */
  requestSnapshot(sessionId?: string): void;
  setFilter(filter: { readonly sessionId?: string | undefined }): void;
  /** Rejects with the feed's error, or if it does not answer. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): void;
}

export function connectToFeed(address: FeedAddress, options: FeedReaderOptions): FeedReader {
  const reader = new SocketReader(address, options);
  reader.open();
  return reader;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ParleyError) => void;
  readonly timer: NodeJS.Timeout;
}

class SocketReader implements FeedReader {
  readonly #address: FeedAddress;
  readonly #options: FeedReaderOptions;
  readonly #pending = new Map<string, Pending>();
  #socket: Socket | undefined;
  #state: FeedReaderState = { type: "connecting" };
  #filter: FeedRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #lastId = 0;
  #nonce = "";
  #token: string | undefined;
  #unsent: object[] | undefined;

  constructor(address: FeedAddress, options: FeedReaderOptions) {
    this.#address = address;
    this.#options = options;
  }

  get state(): FeedReaderState {
    return this.#state;
  }

  open(): void {
    const { signal } = this.#options;
    if (signal?.aborted === true) return this.close();
    signal?.addEventListener("abort", () => this.close(), { once: true });
    this.#connect();
  }

  requestSnapshot(sessionId?: string): void {
    this.#send({ type: "request_snapshot", ...(sessionId !== undefined && { session_id: sessionId }) });
  }

  setFilter({ sessionId }: { readonly sessionId?: string | undefined }): void {
    this.#filter = { type: "set_stream_filter", ...(sessionId !== undefined && { session_id: sessionId }) };
    this.#send(this.#filter);
  }

  call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    if (this.#state.type !== "connected") return Promise.reject(this.#gone());
    if (this.#pending.size >= RPC_PENDING_MAX) {
      const message = `More than ${RPC_PENDING_MAX} calls are waiting for an answer`;
      return Promise.reject(new ParleyError({ code: "connection_overflow", message }));
    }
    this.#lastId += 1;
    const id = String(this.#lastId);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new ParleyError({ code: "request_timeout", message: `The feed did not answer ${method}` }));
      }, RPC_WAIT_MS);
      this.#pending.set(id, { resolve, reject, timer });
      this.#send({ type: "rpc", id, method, params });
    });
  }

  close(): void {
    this.#end({ type: "closed" });
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #connect(): void {
    const { host, port } = this.#address;
    const socket = createConnection({ host, port }).setNoDelay(true);
    this.#socket = socket;
    let reason = "";
    const cutter = new LineCutter(
      { line: (bytes, start, end) => this.#line(bytes.subarray(start, end)), long: () => socket.destroy() },
      READ_LINE_BYTES_MAX,
    );
    socket.on("connect", () => {
      this.#setState({ type: "connected" });
      void this.#greet(socket);
    });
    socket.on("data", (chunk) => {
      this.#failures = 0;
      cutter.push(chunk);
    });
    socket.on("error", (error) => {
      reason = describeNetworkCode(networkCodeOf(error) ?? "") ?? error.message;
    });
    socket.on("close", () => {
      if (this.#socket === socket) this.#onClose(reason);
    });
  }

  async #greet(socket: Socket): Promise<void> {
    const { version = 2, token } = this.#options;
    // Requests before the handshake would be refused.
    this.#unsent = token === undefined ? undefined : [];
    this.#token = typeof token === "function" ? await token().catch(() => undefined) : token;
    if (this.#socket !== socket || socket.destroyed) return;
    if (this.#token === undefined) this.#unsent = undefined;
    this.#nonce = createNonce();
    const nonce = this.#token === undefined ? undefined : this.#nonce;
    if (version > 1 || nonce !== undefined) this.#write({ type: "hello", version, nonce });
    if (this.#filter !== undefined) this.#send(this.#filter);
  }

  #line(bytes: Buffer): void {
    if (this.#isOver || bytes.length === 0) return;
    const text = bytes.toString("utf8");
    const message = readFeedLine(text);
    if (message === undefined) return this.#challenged(text);
    const unsent = this.#unsent ?? [];
    this.#unsent = undefined;
    for (const waiting of unsent) this.#write(waiting);
    if (message.type === "rpc_result" || message.type === "rpc_error") this.#answer(message);
    else if (message.type === "refused") this.#end({ type: "refused", reason: message.reason });
    else this.#options.onMessage(message);
  }

  /** A proof is sent only to a server that has proved it knows the token. */
  #challenged(text: string): void {
    const token = this.#token;
    const value = token === undefined || !text.includes("challenge") ? undefined : parseObject(text);
    if (token === undefined || value?.["type"] !== "challenge") return;
    const [answer, proof] = [idOf(value["nonce"]) ?? "", idOf(value["proof"]) ?? ""];
    const isKnown = isSameSecret(proof, prove(token, "server", this.#nonce, answer));
    if (!isKnown) return this.#end({ type: "refused", reason: "The token does not match this feed" });
    this.#write({ type: "prove", proof: prove(token, "reader", this.#nonce, answer) });
  }

  #answer(message: Extract<FeedMessage, { type: "rpc_result" | "rpc_error" }>): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(pending.timer);
    if (message.type === "rpc_result") return pending.resolve(message.result);
    pending.reject(new ParleyError({ code: "usage", message: message.error.message }));
  }

  #onClose(reason: string): void {
    this.#rejectAll();
    if (this.#isOver) return;
    const error = reason === "" ? `${formatFeedAddress(this.#address)} ended the connection` : reason;
    this.#setState({ type: "away", error });
    if (this.#options.reconnects === false) return;
    const most = Math.min(RECONNECT_MS_MAX, RECONNECT_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), most / 2 + (Math.random() * most) / 2);
  }

  get #isOver(): boolean {
    return this.#state.type === "closed" || this.#state.type === "refused";
  }

  #end(state: FeedReaderState): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#setState(state);
    this.#socket?.destroy();
    this.#rejectAll();
  }

  #rejectAll(): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(this.#gone());
    }
    this.#pending.clear();
  }

  #gone(): ParleyError {
    const message = `The feed at ${formatFeedAddress(this.#address)} is not running`;
    const remedy = { label: "Start an agent through the proxy", command: "parley proxy -- AGENT" };
    return new ParleyError({ code: "connection_closed", message, remedy });
  }

  #setState(state: FeedReaderState): void {
    this.#state = state;
    this.#options.onState?.(state);
  }

  #send(message: object): void {
    if (this.#unsent === undefined) this.#write(message);
    else if (this.#unsent.length < RPC_PENDING_MAX) this.#unsent.push(message);
  }

  #write(message: object): void {
    if (this.#state.type === "connected") this.#socket?.write(`${JSON.stringify(message)}\n`);
  }
}
