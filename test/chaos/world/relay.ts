// A TCP relay that can break what passes it: cut, delay, or keep open without a byte getting through.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export type RelayState =
  | { readonly kind: "open" }
  /** Connections break, and new ones are refused. */
  | { readonly kind: "cut" }
  | { readonly kind: "slow"; readonly delayMs: number }
  /** Nothing gets through in these directions, and the connection stays open. */
  | { readonly kind: "frozen"; readonly up: boolean; readonly down: boolean };

export class Relay implements AsyncDisposable {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  /** Chunks in order, for each direction of each connection. */
  readonly #waiting = new Set<() => void>();
  #state: RelayState = { kind: "open" };
  #target: number;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async open(target: number): Promise<Relay> {
    const relay = new Relay(target);
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** A server that was started again has another port. */
  retarget(port: number): void {
    this.#target = port;
  }

  set(state: RelayState): void {
    this.#state = state;
    if (state.kind === "cut") this.breakAll();
    for (const wake of this.#waiting) wake();
  }

  /** Breaks what is connected now; new connections pass. */
  breakAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.set({ kind: "cut" });
    await once(this.#server, "close");
  }

  #accept(client: Socket): void {
    client.on("error", () => undefined);
    if (this.#state.kind === "cut") {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1").on("error", () => undefined);
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.once("close", () => {
        this.#pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    void this.#pass(client, server, "up");
    void this.#pass(server, client, "down");
  }

  async #pass(from: Socket, to: Socket, way: "up" | "down"): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        await this.#mayPass(way);
        if (!to.write(chunk) && !to.destroyed) await Promise.race([once(to, "drain"), once(to, "close")]);
      }
      to.end();
    } catch {
      to.destroy(); // It broke, as it was meant to.
    }
  }

  async #mayPass(way: "up" | "down"): Promise<void> {
    if (this.#state.kind === "slow") await sleep(this.#state.delayMs);
    while (this.#state.kind === "frozen" && this.#state[way]) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
