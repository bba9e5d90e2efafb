// The terminals that one connection follows, as `_parley/terminal` notifications.
import type { ClientConnection } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import { ACP_TERMINALS_MAX } from "../../limits.ts";
import { followTerminal, type FollowedTerminal } from "../../operations/terminals/follow-terminal.ts";
import type { Wire } from "./wire.ts";

export interface FollowedTerminalsOptions {
  readonly hub: Hub;
  readonly wire: Wire;
  readonly client: ClientConnection;
  readonly log: Log;
}

export class FollowedTerminals {
  readonly #options: FollowedTerminalsOptions;
  readonly #followed = new Map<string, FollowedTerminal>();
  #isClosed = false;

  constructor(options: FollowedTerminalsOptions) {
    this.#options = options;
  }

  /** The first event comes after the current answer, and has the whole terminal. */
  async follow(id: string, terminal: string): Promise<void> {
    const { hub, client, wire, log } = this.#options;
    const key = JSON.stringify([id, terminal]);
    if (!this.#followed.has(key) && this.#followed.size >= ACP_TERMINALS_MAX) {
      const message = `A connection can follow at most ${ACP_TERMINALS_MAX} terminals`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    this.leave(id, terminal);
    const followed = await followTerminal(
      hub,
      { id, terminal },
      (event) => {
        const isFull = client.extNotify("_parley/terminal", { id, terminal, event }) === "full";
        if (event.type === "end") this.#forget(key, followed);
        else if (isFull) void wire.transport.drained().then(() => followed.resume());
        return !isFull;
      },
      (cause) => log.write("warn", "A terminal could no longer be followed", { id, terminal, cause }),
    );
    if (this.#isClosed) {
      followed.stop();
      return;
    }
    this.leave(id, terminal);
    this.#followed.set(key, followed);
    setImmediate(() => {
      if (this.#followed.get(key) === followed) followed.start();
    });
  }

  leave(id: string, terminal: string): void {
    const key = JSON.stringify([id, terminal]);
    this.#followed.get(key)?.stop();
    this.#followed.delete(key);
  }

  close(): void {
    this.#isClosed = true;
    for (const followed of this.#followed.values()) followed.stop();
    this.#followed.clear();
  }

  #forget(key: string, followed: FollowedTerminal): void {
    if (this.#followed.get(key) === followed) this.#followed.delete(key);
  }
}
