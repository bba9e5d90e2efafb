// A client that follows a session with GET /sessions/{id}/events: a bare connection, and a count of what came.
import { connect, type Socket } from "node:net";
import { NeedleCounter } from "./needle-counter.ts";
import { formatRequest } from "./raw-request.ts";
import type { Address } from "./watched-server.ts";

/** Every event has its number before it. */
const EVENT = "\nid: ";
const OPENED = "HTTP/1.1 200";

export class EventSubscriber implements Disposable {
  readonly #socket: Socket;
  readonly #counter = new NeedleCounter(EVENT);
  #head = "";
  #isOpen = false;
  #isLost = false;
  #wanted: { readonly count: number; readonly resolve: () => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Resolves when the server has taken it. */
  static open(address: Address, sessionId: string, after: number): Promise<EventSubscriber> {
    return new Promise((resolve, reject) => {
      const socket = connect(address.port, address.host);
      const subscriber = new EventSubscriber(socket);
      const path = `/sessions/${sessionId}/events?after=${after}`;
      socket.write(formatRequest(address, { method: "GET", path, headers: { Accept: "text/event-stream" } }));
      socket.on("data", (chunk) => {
        if (subscriber.#take(chunk)) resolve(subscriber);
      });
      socket.on("error", reject);
      socket.on("close", () => {
        subscriber.#isLost = true;
        subscriber.#wanted?.resolve();
        reject(new Error(`A subscriber was refused: ${subscriber.#head.slice(0, 200)}`));
      });
    });
  }

  get events(): number {
    return this.#counter.count;
  }

  /** The server has ended it. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Resolves when that many events have arrived, or no more arrive. */
  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.events >= count || this.#isLost) resolve();
      else this.#wanted = { count, resolve };
    });
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): boolean {
    if (!this.#isOpen) {
      this.#head += chunk.toString("latin1");
      this.#isOpen = this.#head.startsWith(OPENED) && this.#head.includes("\r\n\r\n");
    }
    this.#counter.take(chunk);
    if (this.#wanted !== undefined && this.events >= this.#wanted.count) this.#wanted.resolve();
    return this.#isOpen;
  }
}
