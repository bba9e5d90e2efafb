// The connection to another server, for all calls to it. It is pinged while calls wait: nothing else would show that it is dead.
import type { WebSocket as Socket } from "ws";
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

interface Waiting {
  readonly settle: (reply: PeerReply) => void;
  readonly fail: (error: OwnerUnreachable) => void;
}

export interface PeerConnectionOptions {
  readonly node: Pick<StoreNode, "id" | "key"> & { readonly url: string };
  readonly pingMs?: number | undefined;
  readonly onClose: () => void;
}

export class PeerConnection {
  readonly #options: PeerConnectionOptions;
  readonly #opened: Promise<Socket>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | undefined;
  #isClosed = false;
  #lastId = 0;
  /** Since it was heard from, or since it has nothing to say. */
  #pings = 0;
  #usedAtMs = performance.now();

  constructor(options: PeerConnectionOptions) {
    this.#options = options;
    this.#opened = this.#open();
    this.#opened.catch(() => this.close()); // Its calls fail with it.
    this.#timer = setInterval(() => this.#check(), options.pingMs ?? PEER_PING_MS).unref();
  }

  /** `gone`: stop waiting for the reply. */
  async call(call: PeerCall, gone: AbortSignal): Promise<PeerReply> {
    const id = (this.#lastId += 1);
    const message = encode(id, call);
    const socket = this.#socket ?? (await this.#opened);
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
      const onGone = (): void => fail(this.#lost("is gone"));
      const timer = setTimeout(() => fail(this.#lost("took too long")), PEER_CALL_MS_MAX);
      if (this.#waiting.size === 0) this.#pings = 0;
      this.#waiting.set(id, { settle, fail });
      gone.addEventListener("abort", onGone);
      if (this.#isClosed || gone.aborted) fail(this.#lost("is gone", false));
      else socket.send(message);
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#socket?.terminate();
    for (const { fail } of this.#waiting.values()) fail(this.#lost("closed the connection"));
    this.#options.onClose();
  }

  #lost(what: string, isUncertain = true): OwnerUnreachable {
    const { id, url } = this.#options.node;
    return new OwnerUnreachable(`Server ${id} at ${url} ${what}`, isUncertain);
  }

  /** Rejects with `OwnerUnreachable`. */
  async #open(): Promise<Socket> {
    const { url, key } = this.#options.node;
    const { WebSocket } = await import("ws");
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${key}` },
      handshakeTimeout: PEER_HEAD_MS_MAX,
      maxPayload: PEER_MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
    });
    socket.on("message", (message) => this.#heard(message as Buffer));
    socket.on("pong", () => (this.#pings = 0));
    return new Promise((resolve, reject) => {
      socket.on("open", () => {
        this.#socket = socket;
        if (this.#isClosed) socket.terminate();
        resolve(socket);
      });
      socket.on("error", ({ message }) => reject(this.#lost(`cannot be reached: ${message}`, false)));
      socket.on("close", () => {
        reject(this.#lost("closed the connection", false));
        this.close();
      });
    });
  }

  #heard(message: Buffer): void {
    this.#pings = 0;
    try {
      const { id, reply } = decodeReply(message);
      this.#waiting.get(id)?.settle(reply);
    } catch {
      this.close(); // It is not one of ours.
    }
  }

  #check(): void {
    if (this.#waiting.size === 0) {
      if (performance.now() - this.#usedAtMs > PEER_IDLE_MS) this.close();
    } else if (this.#pings >= PEER_PINGS_MAX) this.close();
    else {
      this.#pings += 1;
      this.#socket?.ping();
    }
  }
}
