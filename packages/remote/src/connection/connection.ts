// Maintains one connection to the server: opens it, monitors it, and reconnects when it is lost.
import { onAbort, ParleyError, wait, type Log } from "@parley/base";
import { createPeer, type Handlers, type Peer, type Transport } from "@parley/rpc";
import { RECONNECT_DELAYS_MS, STABLE_MS, type ConnectionLimits } from "../limits.ts";
import { ConnectFailure, toReason } from "./failure.ts";
import { shakeHands, type ClientName } from "./handshake.ts";
import { Heartbeat } from "./heartbeat.ts";
import { StateHolder, type ServerInfo } from "./state.ts";

export interface ConnectionOptions {
  /**
   * Creates a new transport for every attempt. Rejects with a ConnectFailure, or with the reason why no server was
   * found.
   */
  readonly open: (signal: AbortSignal) => Promise<Transport>;
  /** The only transport is in memory, so it is neither pinged nor replaced. */
  readonly isSingle: boolean;
  /** The address may change, so a refused token or version is retried. */
  readonly isLocated: boolean;
  readonly client: ClientName;
  /** What this client can do for the server. */
  readonly capabilities: object;
  readonly handlers: Handlers;
  /** While a handler of events is slow, the transport may be paused. */
  readonly isHeldBack: () => boolean;
  /** The connection is open. */
  readonly onOpen: (peer: Peer) => void;
  readonly limits: ConnectionLimits;
  readonly log: Log;
}

export class Connection {
  readonly state: StateHolder;
  readonly #options: ConnectionOptions;
  readonly #over = new AbortController();
  readonly #changes = new Set<() => void>();
  #peer: Peer | undefined;
  #attempts = 0;
  #pause = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.state = new StateHolder((cause) =>
      options.log.write("error", "A listener of the connection's state failed", { cause }),
    );
    this.state.onChange(() => this.#changed());
    void this.#run();
  }

  /** The open connection; undefined while there is none. */
  get peer(): Peer | undefined {
    return this.#peer;
  }

  /** Runs once when the connection or its state has changed. Returns a function that stops waiting. */
  onceChanged(run: () => void): () => void {
    this.#changes.add(run);
    return () => this.#changes.delete(run);
  }

  /** Closes the current connection, if any, and looks for a server at once. */
  reconnect(): void {
    this.#attempts = 0;
    this.#pause.abort();
    void this.#peer?.close();
  }

  async close(reason: ParleyError = closedByCaller()): Promise<void> {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const peer = this.#peer;
    this.#peer = undefined;
    this.state.set({ kind: "closed", reason });
    await peer?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      const retryMs = await this.#attempt();
      if (retryMs === undefined) return;
      this.#pause = new AbortController();
      await wait(retryMs, AbortSignal.any([signal, this.#pause.signal]));
    }
  }

  /** One connection from its start to its end. The wait before the next one, or undefined if there is none. */
  async #attempt(): Promise<number | undefined> {
    const { isSingle } = this.#options;
    const openedAt = performance.now();
    let isRefused = false;
    try {
      await this.#useUntilLost();
      if (performance.now() - openedAt > STABLE_MS) this.#attempts = 0;
    } catch (error) {
      if (this.#over.signal.aborted) return undefined;
      isRefused = this.#failed(error);
      if (isRefused && !this.#options.isLocated) return undefined;
    }
    if (this.#over.signal.aborted) return undefined;
    if (isSingle) {
      const { current } = this.state;
      await this.close("reason" in current ? current.reason : undefined);
      return undefined;
    }
    return isRefused ? this.#options.limits.refusedRetryMs : this.#nextDelay();
  }

  async #useUntilLost(): Promise<void> {
    const { server, peer, heartbeat } = await this.#open();
    if (this.#over.signal.aborted) {
      await peer.close();
      return;
    }
    this.#peer = peer;
    this.state.set({ kind: "connected", server });
    this.#changed();
    if (!this.#options.isSingle) this.#watch(peer, heartbeat, server);
    this.#options.onOpen(peer);
    const reason = await peer.closed;
    heartbeat.stop();
    this.#peer = undefined;
    if (this.#over.signal.aborted) return;
    this.#options.log.write("info", "The connection to the server was lost", { reason: reason?.message });
    this.state.set({ kind: "reconnecting", reason: reason ?? closedByServer() });
    this.#changed();
  }

  async #open(): Promise<{ server: ServerInfo; peer: Peer; heartbeat: Heartbeat }> {
    const { open, client, capabilities, handlers, limits } = this.#options;
    const notice = setTimeout(() => this.#unanswered(), limits.answerNoticeMs);
    try {
      const heartbeat = new Heartbeat(limits);
      const transport = await open(this.#over.signal);
      const peer = createPeer(heartbeat.listen(transport), handlers);
      // Closing this side while it waits for an answer ends the wait.
      const stopListening = onAbort(this.#over.signal, () => void peer.close());
      void peer.closed.then(stopListening);
      try {
        return { server: await shakeHands(peer, client, capabilities), peer, heartbeat };
      } catch (error) {
        void peer.close();
        throw error;
      }
    } finally {
      clearTimeout(notice);
    }
  }

  #watch(peer: Peer, heartbeat: Heartbeat, server: ServerInfo): void {
    heartbeat.start({
      // The heartbeat notices a missing answer.
      ping: () => void peer.request("_parley/ping").catch(() => undefined),
      isHeldBack: this.#options.isHeldBack,
      onSilent: () => this.state.set({ kind: "reconnecting", reason: silent() }),
      onHeard: () => this.state.set({ kind: "connected", server }),
      onDead: () => void peer.close(),
    });
  }

  /** True if another attempt would not help while the address stays the same. */
  #failed(error: unknown): boolean {
    if (!(error instanceof ConnectFailure)) {
      // Finding the server failed, for example because none is running.
      this.state.set({ kind: "server_gone", reason: toReason(error) });
      return false;
    }
    const { kind, reason, server } = error;
    if (kind === "wrong_token") this.state.set({ kind, reason });
    else if (kind === "other_version")
      this.state.set({ kind, reason, server: server ?? { version: "unknown", protocol: undefined } });
    else if (kind === "server_gone") this.state.set({ kind, reason });
    else if (this.state.current.kind !== "server_gone") this.state.set({ kind: "reconnecting", reason });
    return kind === "wrong_token" || kind === "other_version";
  }

  #unanswered(): void {
    if (this.state.current.kind !== "reconnecting") return;
    const message = `The server has not answered for ${this.#options.limits.answerNoticeMs} ms. Check that it is running and not overloaded`;
    this.state.set({ kind: "server_gone", reason: new ParleyError({ code: "server_not_found", message }) });
  }

  #nextDelay(): number {
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.#attempts, RECONNECT_DELAYS_MS.length - 1)] ?? 0;
    this.#attempts += 1;
    // Random, so that clients of the same server do not reconnect at the same moment.
    return delayMs * (1 - Math.random() / 2);
  }

  #changed(): void {
    const changes = [...this.#changes];
    this.#changes.clear();
    for (const run of changes) run();
  }
}

function closedByCaller(): ParleyError {
  return new ParleyError({ code: "connection_closed", message: "The connection was closed by this side" });
}

function closedByServer(): ParleyError {
  return new ParleyError({ code: "connection_closed", message: "The server closed the connection" });
}

function silent(): ParleyError {
  return new ParleyError({ code: "connection_closed", message: "The server does not answer" });
}
