// Serves the machine's feed if the port is free; otherwise joins the process that does, and takes over when it ends.
import { createId, ParleyError, silentLog, systemClock, type Clock, type Log, hasErrno } from "@parley/base";
import type { WatchSource } from "../state/watch-state.ts";
import { formatFeedAddress, type FeedAddress } from "./address.ts";
import { FeedServer } from "./feed-server.ts";
import {
  ATTEMPT_MS,
  ATTEMPT_MS_MAX,
  FEED_HOST,
  FEED_PORT,
  feedLimits,
  IDLE_TICK_MS,
  IDLE_TICKS,
  OPEN_MS_MAX,
  type FeedLimits,
} from "../limits.ts";
import { Publications, type PublishTarget } from "./publications.ts";
import { readToken } from "./token.ts";
import { Upstream } from "./upstream.ts";

export interface FeedOptions {
  /** The folder of the token: `~/.parley`. */
  readonly home: string;
  /** Default: 17320; 0 selects a free one. */
  readonly port?: number | undefined;
  /** Default: only this machine. Otherwise all readers need the token. */
  readonly host?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  /** Aborts opening, not the feed. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<FeedLimits> | undefined;
}

export interface Feed extends AsyncDisposable {
  /** The address for readers. */
  readonly address: FeedAddress;
  /** Whether this process serves or another one does; `seeking` while that is being decided. */
  readonly role: "serving" | "joined" | "seeking";
  /** Publishes the sessions of this state until the returned function is called. Never waits, never throws. */
  publish(state: WatchSource): () => void;
  close(): Promise<void>;
}

/** Rejects if the port is taken by something other than this user's feed, or cannot be opened. */
export async function openFeed(options: FeedOptions): Promise<Feed> {
  const feed = new SharedFeed(options);
  // A feed keeps no process alive, but opening one must finish.
  const hold = setInterval(() => undefined, OPEN_MS_MAX);
  try {
    await Promise.race([feed.settle(), rejectWith(options.signal)]);
    return feed;
  } catch (error) {
    await feed.close();
    throw error;
  } finally {
    clearInterval(hold);
  }
}

/** Never settles without a signal. */
function rejectWith(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = (): void =>
      reject(new ParleyError({ code: "request_cancelled", message: "Opening the feed was cancelled" }));
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
  });
}

class SharedFeed implements Feed {
  readonly #home: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: FeedLimits;
  readonly #publications: Publications;
  readonly #publisherId = createId();
  #address: FeedAddress;
  #role: Feed["role"] = "seeking";
  #target: PublishTarget | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #waiter: NodeJS.Timeout | undefined;
  #idleTicks = 0;
  #isClosed = false;

  constructor(options: FeedOptions) {
    this.#home = options.home;
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? silentLog;
    this.#limits = { ...feedLimits, ...options.limits };
    this.#publications = new Publications(this.#log);
    this.#address = { host: options.host ?? FEED_HOST, port: options.port ?? FEED_PORT };
    this.#tickSoon();
  }

  get address(): FeedAddress {
    return this.#address;
  }

  get role(): Feed["role"] {
    return this.#role;
  }

  publish(state: WatchSource): () => void {
    this.#publications.add(state);
    return () => {
      this.#publications.remove(state);
    };
  }

  /** Retries until it serves or has joined, for a limited time. */
  async settle(): Promise<void> {
    const deadline = performance.now() + this.#limits.openMsMax;
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      const failure = await this.#attempt();
      if (failure === undefined) return;
      if (failure === "stranger" || performance.now() > deadline) throw taken(this.#address);
      await this.#wait(attempt);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#ticker);
    clearTimeout(this.#waiter);
    this.#publications.withdraw();
    this.#publications.sendTo(undefined);
    await this.#target?.close();
    this.#target = undefined;
    this.#role = "seeking";
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Undefined if it worked. */
  async #attempt(): Promise<"stranger" | "gone" | undefined> {
    const served = await this.#serve();
    if (served) return undefined;
    const { host, port } = this.#address;
    const token = await readToken(this.#home, this.#log);
    const joined = await Upstream.join({
      host: toReachable(host),
      port,
      token,
      publisherId: this.#publisherId,
      limits: this.#limits,
      onClose: () => void this.#seek(),
    });
    if (typeof joined === "string") return joined;
    if (this.#isClosed) {
      joined.close();
      return undefined;
    }
    joined.onRoom = () => this.#publications.catchUp();
    joined.onAsked = (sessionId) => this.#publications.forget(sessionId);
    this.#become("joined", joined);
    return undefined;
  }

  async #serve(): Promise<boolean> {
    const token = (): Promise<string> => readToken(this.#home, this.#log);
    const [clock, log, limits] = [this.#clock, this.#log, this.#limits];
    let server: FeedServer;
    try {
      server = await FeedServer.listen({ ...this.#address, token, clock, log, limits });
    } catch (error) {
      if (hasErrno(error, "EADDRINUSE")) return false;
      throw unavailable(this.#address, error);
    }
    if (this.#isClosed) {
      await server.close();
      return true;
    }
    this.#address = { ...this.#address, port: server.port };
    // Created at once for readers that want version 2; publishers need it anyway.
    token().catch((error: unknown) => log.write("warn", "Cannot create the feed token", { error: String(error) }));
    const publisherId = this.#publisherId;
    this.#become("serving", {
      isFull: false,
      isEmpty: true,
      publish: (message) => server.state.apply(publisherId, message),
      close: () => server.close(),
    });
    return true;
  }

  #become(role: Feed["role"], target: PublishTarget | undefined): void {
    this.#role = role;
    this.#target = target;
    this.#publications.sendTo(target);
    this.#log.write("debug", `The feed is ${role}`, { address: formatFeedAddress(this.#address) });
  }

  /** The server is gone: every process that had joined tries to replace it, and the others join the one that succeeds. */
  async #seek(): Promise<void> {
    if (this.#isClosed) return;
    this.#become("seeking", undefined);
    let isTold = false;
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      await this.#wait(attempt);
      if (this.#isClosed) return;
      try {
        if ((await this.#attempt()) === undefined) return;
      } catch (error) {
        // Possibly temporary; traffic continues without the feed.
        if (!isTold) this.#log.write("warn", "The feed is unavailable", { error: String(error) });
        isTold = true;
      }
    }
  }

  /** A random delay up to a bound that doubles, so that one of many processes is first. */
  #wait(attempt: number): Promise<void> {
    const most = Math.min(ATTEMPT_MS_MAX, ATTEMPT_MS * 2 ** Math.min(attempt, 10));
    return new Promise((resolve) => {
      this.#waiter = setTimeout(resolve, Math.random() * most).unref();
    });
  }

  #tickSoon(): void {
    if (this.#isClosed) return;
    const { tickMs } = this.#limits;
    const wait = this.#idleTicks < IDLE_TICKS ? tickMs : Math.max(tickMs, IDLE_TICK_MS);
    this.#ticker = setTimeout(() => {
      this.#idleTicks = this.#publications.tick(this.#clock.now()) ? 0 : this.#idleTicks + 1;
      this.#tickSoon();
    }, wait).unref();
  }
}

/** A server on all addresses is found on this one. */
function toReachable(host: string): string {
  if (host === "0.0.0.0") return FEED_HOST;
  return host === "::" ? "::1" : host;
}

function taken(address: FeedAddress): ParleyError {
  const message = `${formatFeedAddress(address)} is in use by another program or by another user's feed`;
  const remedy = { label: "Use a free port with --feed-port 0" };
  return new ParleyError({ code: "connection_failed", message, remedy });
}

function unavailable(address: FeedAddress, cause: unknown): ParleyError {
  const message = `Cannot open the feed at ${formatFeedAddress(address)}: ${(cause as Error).message}`;
  const remedy = { label: "Choose another port or address" };
  return new ParleyError({ code: "connection_failed", message, remedy, cause });
}
