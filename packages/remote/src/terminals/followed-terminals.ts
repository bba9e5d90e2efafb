// Followed terminals, across connections: each begins with the whole terminal.
import { isObject, ParleyError, type Log } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Handlers, Peer } from "@parley/rpc";
import { FOLLOW_AGAIN_MS, FOLLOWED_TERMINALS_MAX, REQUEST_MS } from "../limits.ts";

export type RemoteTerminal = Operations["terminal/get"]["reply"];

export interface TerminalHandler {
  /**
   * The terminal so far: at first, after a lost connection, and after output was missed. It replaces what was shown
   * before.
   */
  terminal(terminal: RemoteTerminal): void;
  output(text: string): void;
  /**
   * The output has ended. Without an exit if the terminal ended with the server, with an error if it cannot be
   * followed.
   */
  ended(exit: RemoteTerminal["exit"], error?: Error): void;
}

export interface FollowingTerminal {
  close(): void;
}

interface Followed {
  readonly id: string;
  readonly terminal: string;
  readonly handler: TerminalHandler;
}

export class FollowedTerminals {
  readonly #log: Log;
  /** Each terminal has one reader. */
  readonly #byKey = new Map<string, Followed>();
  readonly #waiting = new Set<ReturnType<typeof setTimeout>>();

  constructor(log: Log) {
    this.#log = log;
  }

  get notifications(): NonNullable<Handlers["notifications"]> {
    return {
      "_parley/terminal": (params) => {
        const { id, terminal, event } = isObject(params) ? params : {};
        const key = toKey(String(id), String(terminal));
        const followed = this.#byKey.get(key);
        if (followed !== undefined && isObject(event)) this.#take(key, followed, event);
      },
    };
  }

  opened(peer: Peer): void {
    for (const [key, followed] of this.#byKey) this.#follow(key, followed, peer);
  }

  follow(id: string, terminal: string, handler: TerminalHandler, peer: () => Peer | undefined): FollowingTerminal {
    const key = toKey(id, terminal);
    if (this.#byKey.has(key)) {
      throw new ParleyError({ code: "usage", message: `Terminal ${terminal} is followed already` });
    }
    if (this.#byKey.size >= FOLLOWED_TERMINALS_MAX) {
      const message = `At most ${FOLLOWED_TERMINALS_MAX} terminals can be followed at a time`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const followed = { id, terminal, handler };
    this.#byKey.set(key, followed);
    const connected = peer();
    if (connected !== undefined) this.#follow(key, followed, connected);
    return {
      close: () => {
        if (this.#byKey.get(key) !== followed) return;
        this.#byKey.delete(key);
        // If the connection is lost, nothing is sent any more.
        void peer()
          ?.request("_parley/terminal/unfollow", { id, terminal })
          .catch(() => undefined);
      },
    };
  }

  close(): void {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#byKey.clear();
  }

  #follow(key: string, followed: Followed, peer: Peer): void {
    const { id, terminal } = followed;
    peer.request("_parley/terminal/follow", { id, terminal }, { timeoutMs: REQUEST_MS }).catch((cause: unknown) => {
      if (this.#byKey.get(key) !== followed) return;
      const code = isObject(cause) && isObject(cause["data"]) ? cause["data"]["code"] : undefined;
      if (typeof code === "string" && code !== "server_draining") {
        this.#byKey.delete(key);
        this.#run(() => followed.handler.ended(undefined, cause instanceof Error ? cause : new Error(String(cause))));
        return;
      }
      // The next connection follows again.
      this.#log.write("warn", "A terminal could not be followed", { id, terminal, cause });
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        if (this.#byKey.get(key) === followed) this.#follow(key, followed, peer);
      }, FOLLOW_AGAIN_MS);
      this.#waiting.add(timer);
    });
  }

  #take(key: string, { handler }: Followed, event: Readonly<Record<string, unknown>>): void {
    const { type, terminal, output, exit } = event;
    if (type === "terminal" && isObject(terminal)) {
      this.#run(() => handler.terminal(terminal as unknown as RemoteTerminal));
    } else if (type === "output" && typeof output === "string") this.#run(() => handler.output(output));
    else if (type === "end") {
      this.#byKey.delete(key);
      this.#run(() => handler.ended(exit as RemoteTerminal["exit"]));
    }
  }

  /** A handler that throws does not affect the others. */
  #run(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#log.write("error", "A handler of a terminal failed", { cause });
    }
  }
}

function toKey(id: string, terminal: string): string {
  return JSON.stringify([id, terminal]);
}
