// The connection of its own that hears the notices of other servers, and that renews the lease: no other statement keeps it busy.
// A notice that is lost costs time only: after a reconnect, this server looks again.
import type { Log } from "@parley/base";
import pg from "pg";
import type { StoreNotice } from "../../api/nodes.ts";
import { CONNECT_MS_MAX, LISTEN_RETRY_MS } from "../../store-limits.ts";
import { CHANNEL } from "./notices.ts";
import { clientConfig, SETTINGS } from "./pool.ts";
import { isTimeout } from "./postgres-error.ts";

export class NoticeListener {
  readonly #url: string;
  readonly #log: Log;
  readonly #listeners = new Set<(notice: StoreNotice) => void>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Rejects if the database cannot be reached. */
  async open(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#url), query_timeout: CONNECT_MS_MAX });
    client.on("error", (cause) => this.#lose(client, cause));
    client.on("end", () => this.#lose(client, new Error("The connection has ended")));
    client.on("notification", ({ payload }) => this.#tell(parse(payload ?? "")));
    try {
      await client.connect();
      await client.query(`${SETTINGS}; listen ${CHANNEL}`);
      if (this.#isClosed) throw new Error("The store is closed");
    } catch (error) {
      await client.end().catch(() => undefined); // It may not have been connected.
      throw error;
    }
    this.#client = client;
  }

  /** One that is not answered in time ends the connection: nothing else would show that it is dead. */
  async query<Row>(words: string, values: readonly (string | number)[], withinMs: number): Promise<readonly Row[]> {
    const client = this.#client;
    if (client === undefined) throw new Error("The connection to the database is lost");
    const statement = { text: words, values: [...values], query_timeout: withinMs };
    try {
      return (await client.query<Row & pg.QueryResultRow>(statement)).rows;
    } catch (error) {
      if (isTimeout(error)) {
        this.#lose(client, error);
        void client.end().catch(() => undefined); // It is not used any more.
      }
      throw error;
    }
  }

  readonly onNotice = (listener: (notice: StoreNotice) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined); // It is closed either way.
  }

  #lose(client: pg.Client, cause: Error): void {
    if (this.#isClosed || this.#client !== client) return;
    this.#client = undefined;
    this.#log.write("warn", "The connection to the database was lost", { cause: cause.message });
    this.#reopen();
  }

  #reopen(): void {
    this.#retry = setTimeout(() => {
      this.open().then(
        () => this.#tell({ from: "", look: true, isGap: true }),
        () => {
          if (!this.#isClosed) this.#reopen();
        },
      );
    }, LISTEN_RETRY_MS).unref();
  }

  #tell(notice: StoreNotice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice);
      } catch (cause) {
        this.#log.write("error", "A listener of notices threw", { cause });
      }
    }
  }
}

/** Other programs may use the channel, too. */
function parse(payload: string): StoreNotice {
  try {
    const notice: unknown = JSON.parse(payload);
    if (typeof notice === "object" && notice !== null && "from" in notice) return notice as StoreNotice;
  } catch {
    // Not ours.
  }
  return { from: "", look: true };
}
