// Lists the sessions of a folder without loading the code that writes, searches and reads logs: most lists need none of it.
import { silentLog, type Log } from "@parley/base";
import { StoreFolder } from "./files/store-folder.ts";
import { readListing, type RepairIndex } from "./index/read-listing.ts";
import type { SessionIndex } from "./index/session-index.ts";
import { defaultSessionLogLimits } from "../limits.ts";
import { listByAgent } from "./list-by-agent.ts";
import type { SessionFilter, SessionListing } from "./session-store.ts";

export interface SessionListerOptions {
  /** The folder of a file session store. */
  readonly folder: string;
  readonly log?: Log | undefined;
}

export type SessionLister = (filter?: Omit<SessionFilter, "limit">) => Promise<SessionListing>;

export function createSessionLister({ folder: path, log = silentLog }: SessionListerOptions): SessionLister {
  const folder = new StoreFolder(path);
  let index: Promise<SessionIndex> | undefined;
  const loadIndex = async (): Promise<SessionIndex> => {
    const { SessionIndex: Index } = await import("./index/session-index.ts");
    return new Index(folder, defaultSessionLogLimits, log);
  };
  const repair: RepairIndex = async (wanted) => {
    index ??= loadIndex();
    return (await index).repair(wanted);
  };
  return async ({ cwd, agent } = {}) => listByAgent(await readListing(folder, repair, cwd), agent);
}
