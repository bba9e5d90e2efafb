// Imports the sessions of earlier versions when a hub opens the store. The start waits a second for it at most; the rest
// is imported while the hub works.
import { within, type Log } from "@parley/base";
import type { HubStore } from "@parley/hub";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_WAIT_MS } from "../limits.ts";

/** The store, whose closing stops the import first. The next hub continues it. */
export async function importEarlier(store: HubStore, home: string, log: Log): Promise<HubStore> {
  const folder = join(home, "sessions");
  if (!existsSync(folder)) return store;
  const closing = new AbortController();
  const importing = run({ store, folder, log, signal: closing.signal }).catch((cause: unknown) => {
    log.write("warn", "The sessions of an earlier version were not imported", { folder, cause });
  });
  await within(importing, IMPORT_WAIT_MS);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await importing;
      await store[Symbol.asyncDispose]();
    },
  };
}

interface EarlierSessions {
  readonly store: HubStore;
  readonly folder: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

async function run(earlier: EarlierSessions): Promise<void> {
  const [{ importFolder }, { toHubAgent }] = await Promise.all([
    import("@parley/hub/import"),
    import("./to-hub-agent.ts"),
  ]);
  await importFolder({ ...earlier, toAgent: toHubAgent });
}
