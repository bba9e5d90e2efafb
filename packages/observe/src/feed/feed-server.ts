// The process that owns the port: accepts readers and publishers, and sends readers at most one update per tick.
import { isLoopbackHost, type Clock, type Log } from "@parley/base";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { FeedState } from "./feed-state.ts";
import { Connection, type ServerContext } from "./connection.ts";
import { encodeV2 } from "./encode-v2.ts";
import { PUBLISHERS_MAX, REFUSAL_WAIT_MS, REFUSALS_MAX, STALL_CHECK_MS, type FeedLimits } from "../limits.ts";
import { FeedEncoder } from "./feed-encoder.ts";

export interface FeedServerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: FeedLimits;
}

const REFUSAL = encodeV2({ type: "refused", reason: "Too many readers; try again later" });

export class FeedServer implements AsyncDisposable {
  readonly state: FeedState;
  readonly #options: FeedServerOptions;
  readonly #server: Server;
  readonly #context: ServerContext;
  readonly #connections = new Set<Connection>();
  readonly #refused = new Set<Socket>();
  /** Publishers whose connection broke and that may reconnect. */
  readonly #missing = new Map<string, NodeJS.Timeout>();
  readonly #stallTimer: NodeJS.Timeout;
  #flushTimer: NodeJS.Timeout | undefined;
  #flushedAtMs = 0;
  #isClosed = false;

  private constructor(options: FeedServerOptions) {
    this.#options = options;
    this.state = new FeedState(options.clock, () => this.#flushSoon());
    this.#context = {
      state: this.state,
      encoder: new FeedEncoder(),
      limits: options.limits,
      log: options.log,
      isGuarded: !isLoopbackHost(options.host),
      token: options.token,
      isFlushPending: () => this.#flushTimer !== undefined,
      hasRoomForPublisher: () => this.#publishers.length < PUBLISHERS_MAX,
      onPublisher: (publisherId, connection) => this.#onPublisher(publisherId, connection),
      onClose: (connection) => this.#onClose(connection),
    };
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = options.limits.readersMax + PUBLISHERS_MAX + REFUSALS_MAX;
    this.#stallTimer = setInterval(
      () => this.#closeStalled(),
      Math.min(STALL_CHECK_MS, options.limits.stalledMs),
    ).unref();
  }

  /** Rejects as the system does, with EADDRINUSE if another process has the port. */
  static async listen(options: FeedServerOptions): Promise<FeedServer> {
    const served = new FeedServer(options);
    try {
      served.#server.listen({ host: options.host, port: options.port, exclusive: true });
      await once(served.#server, "listening");
    } catch (error) {
      clearInterval(served.#stallTimer);
      throw error;
    }
    served.#server.unref();
    served.#server.on("error", (error) =>
      options.log.write("warn", "The feed's port failed", { error: String(error) }),
    );
    return served;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get readers(): number {
    return this.#connections.size - this.#publishers.length;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#flushTimer);
    clearInterval(this.#stallTimer);
    for (const timer of this.#missing.values()) clearTimeout(timer);
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const connection of this.#connections) connection.destroy();
    for (const socket of this.#refused) socket.destroy();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #publishers(): readonly Connection[] {
    return [...this.#connections].filter(({ publisherId }) => publisherId !== undefined);
  }

  #accept(socket: Socket): void {
    if (this.readers >= this.#options.limits.readersMax) return this.#turnAway(socket);
    this.#connections.add(new Connection(socket, this.#context));
  }

  #turnAway(socket: Socket): void {
    this.#refused.add(socket);
    const timer = setTimeout(() => socket.destroy(), REFUSAL_WAIT_MS).unref();
    socket
      .on("error", () => socket.destroy())
      .on("close", () => {
        clearTimeout(timer);
        this.#refused.delete(socket);
      });
    socket
      .unref()
      .resume()
      .end(REFUSAL, () => socket.destroySoon());
  }

  #onPublisher(publisherId: string, connection: Connection): void {
    clearTimeout(this.#missing.get(publisherId));
    this.#missing.delete(publisherId);
    for (const other of this.#connections) {
      if (other !== connection && other.publisherId === publisherId) other.destroy();
    }
  }

  #onClose(connection: Connection): void {
    this.#connections.delete(connection);
    const { publisherId } = connection;
    if (publisherId === undefined || this.#isClosed) return;
    if (this.#publishers.some((other) => other.publisherId === publisherId)) return;
    const leave = (): void => {
      this.#missing.delete(publisherId);
      this.state.withdraw(publisherId);
    };
    this.#missing.set(publisherId, setTimeout(leave, this.#options.limits.publisherGraceMs).unref());
  }

  #closeStalled(): void {
    for (const connection of this.#connections) connection.closeIfStalled();
  }

  #flushSoon(): void {
    if (this.#flushTimer !== undefined || this.#isClosed) return;
    const wait = this.#flushedAtMs + this.#options.limits.tickMs - performance.now();
    this.#flushTimer = setTimeout(() => this.#flush(), Math.max(0, wait)).unref();
  }

  #flush(): void {
    this.#flushTimer = undefined;
    this.#flushedAtMs = performance.now();
    const news = this.#context.encoder.takeNews(this.state);
    for (const connection of this.#connections) connection.tell(news);
  }
}
