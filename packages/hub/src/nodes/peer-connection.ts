// The connection to another server, for all calls to it. It is pinged while calls wait: nothing else would show that it is dead.
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { StoreNode } from "../api/nodes.ts";
import {
  PEER_CALL_MS_MAX,
  PEER_HEAD_MS_MAX,
  PEER_IDLE_MS,
  PEER_MESSAGE_BYTES_MAX,
  PEER_PING_MS,
  PEER_PINGS_MAX,
} from "../node-limits.ts";
import { decodeReply, encode, OwnerUnreachable, type PeerCall, type PeerReply } from "./peer-messages.ts";

export interface PeerConnectionOptions {
  readonly node: Pick<StoreNode, "id" | "key"> & { readonly url: string };
  readonly pingMs?: number | undefined;
  readonly onClose: () => void;
}

interface Waiting {
  readonly message: Buffer;
  isSent: boolean;
  readonly settle: (reply: PeerReply) => void;
  readonly fail: (error: OwnerUnreachable) => void;
}

export class PeerConnection {
  readonly #options: PeerConnectionOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #socket: WebSocket | undefined;
  /** What is below it, once it is open. */
  #wire: Socket | undefined;
  #isClosed = false;
  #lastId = 0;
  /** Since anything came from it, or went to it. */
  #pings = 0;
  #read = 0;
  #unsent = 0;
  #usedAtMs = performance.now();

  constructor(options: PeerConnectionOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#check(), options.pingMs ?? PEER_PING_MS).unref();
    this.#open().catch(({ message }: Error) => this.#end(message));
  }

  /** `gone`: stop waiting for the reply. */
  async call(call: PeerCall, gone: AbortSignal): Promise<PeerReply> {
    const id = (this.#lastId += 1);
    const message = encode(id, call);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", onGone);
        this.#waiting.delete(id);
        this.#usedAtMs = performance.now();
      };
      const fail = (error: OwnerUnreachable): void => {
        end();
        reject(error);
      };
      const settle = (reply: PeerReply): void => {
        end();
        resolve(reply);
      };
      const waiting = { message, isSent: false, settle, fail };
      const lose = (what: string): void => fail(this.#lost(what, waiting.isSent));
      const onGone = (): void => lose("is gone");
      const timer = setTimeout(() => lose("took too long"), PEER_CALL_MS_MAX);
      if (this.#waiting.size === 0) this.#pings = 0;
      this.#waiting.set(id, waiting);
      gone.addEventListener("abort", onGone);
      if (this.#isClosed || gone.aborted) lose("is gone");
      else this.#send(waiting);
    });
  }

  close(): void {
    this.#end("closed the connection");
  }

  #end(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#socket?.terminate();
    for (const { isSent, fail } of this.#waiting.values()) fail(this.#lost(why, isSent));
    this.#options.onClose();
  }

  #lost(what: string, isUncertain: boolean): OwnerUnreachable {
    const { id, url } = this.#options.node;
    return new OwnerUnreachable(`Server ${id} at ${url}: ${what}`, isUncertain);
  }

  async #open(): Promise<void> {
    const { url, key } = this.#options.node;
    const { WebSocket } = await import("ws");
    if (this.#isClosed) return;
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${key}` },
      handshakeTimeout: PEER_HEAD_MS_MAX,
      maxPayload: PEER_MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    socket.on("upgrade", ({ socket: wire }) => (this.#wire = wire));
    socket.on("open", () => {
      for (const waiting of this.#waiting.values()) this.#send(waiting);
    });
    socket.on("message", (message) => this.#heard(message as Buffer));
    socket.on("pong", () => (this.#pings = 0));
    socket.on("error", ({ message }) => this.#end(message));
    socket.on("close", () => this.#end("the connection was closed"));
  }

  /** When it is open. */
  #send(waiting: Waiting): void {
    const socket = this.#socket;
    if (socket === undefined || socket.readyState === socket.CONNECTING) return;
    if (socket.readyState === socket.OPEN) {
      waiting.isSent = true;
      socket.send(waiting.message);
    } else this.#end("the connection was closed");
  }

  #heard(message: Buffer): void {
    this.#pings = 0;
    try {
      const { id, reply } = decodeReply(message);
      this.#waiting.get(id)?.settle(reply);
    } catch {
      this.#end("it is not one of ours");
    }
  }

  #check(): void {
    if (this.#waiting.size === 0) {
      if (performance.now() - this.#usedAtMs > PEER_IDLE_MS) this.#end("unused");
      return;
    }
    // A long message may be on its way, in either direction, with the pings and their answers behind it.
    const [read, unsent] = [this.#wire?.bytesRead ?? 0, this.#socket?.bufferedAmount ?? 0];
    if (read !== this.#read || unsent < this.#unsent) this.#pings = 0;
    [this.#read, this.#unsent] = [read, unsent];
    if (this.#pings >= PEER_PINGS_MAX) return this.#end("no answer");
    this.#pings += 1;
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.ping();
  }
}
