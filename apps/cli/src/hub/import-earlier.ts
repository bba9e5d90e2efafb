// Imports the sessions of earlier versions when a hub opens the store. The start waits a second for it at most; the
// rest is imported while the hub works; a requested session comes first.
import { within, type Log } from "@parley/base";
import type { HubStore } from "@parley/hub";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { IMPORT_WAIT_MS } from "../limits.ts";

/** The store; closing it first stops the import, which the next hub continues. */
export async function importEarlier(store: HubStore, home: string, log: Log): Promise<HubStore> {
  const folder = join(home, "sessions");
  if (!existsSync(folder)) return store;
  const earlier = new EarlierSessions(store, folder, log);
  await within(earlier.over, IMPORT_WAIT_MS);
  return {
    ...store,
    getSession: async (id) => (await store.getSession(id)) ?? earlier.getSession(id),
    async [Symbol.asyncDispose]() {
      await earlier.stop();
      await store[Symbol.asyncDispose]();
    },
  };
}

class EarlierSessions {
  /** Resolves at the end of the import, whether or not everything was imported. */
  readonly over: Promise<void>;
  readonly #store: HubStore;
  readonly #folder: string;
  readonly #closing = new AbortController();
  /** Sessions that callers wait for, with their callbacks. */
  readonly #wanted = new Map<string, (() => void)[]>();
  #isOver = false;

  constructor(store: HubStore, folder: string, log: Log) {
    this.#store = store;
    this.#folder = folder;
    this.over = this.#run(log)
      .catch((cause: unknown) => {
        log.write("warn", "The sessions of an earlier version were not imported", { folder, cause });
      })
      .finally(() => {
        this.#isOver = true;
        for (const id of this.#wanted.keys()) this.#tell(id);
      });
  }

  /** Waits until it is imported; undefined if it does not exist. */
  async getSession(id: string): ReturnType<HubStore["getSession"]> {
    if (this.#isOver || basename(id) !== id || !existsSync(join(this.#folder, `${id}.ndjson`))) return undefined;
    await new Promise<void>((resolve) => this.#wanted.set(id, [...(this.#wanted.get(id) ?? []), resolve]));
    return this.#store.getSession(id);
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.over;
  }

  #tell(id: string): void {
    for (const done of this.#wanted.get(id) ?? []) done();
    this.#wanted.delete(id);
  }

  async #run(log: Log): Promise<void> {
    const [{ importFolder }, { toHubAgent }] = await Promise.all([
      import("@parley/hub/import"),
      import("./to-hub-agent.ts"),
    ]);
    await importFolder({
      store: this.#store,
      folder: this.#folder,
      toAgent: toHubAgent,
      log,
      signal: this.#closing.signal,
      next: (left) => [...this.#wanted.keys()].find((id) => left.has(id)),
      onDone: (id) => this.#tell(id),
    });
  }
}
