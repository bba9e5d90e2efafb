// Who uses the server now, and when it was last used: an idle background server stops by itself.
import { monotonicMs } from "@parley/base";
import type { Streams } from "../http/streams.ts";
import type { Upgrades } from "../requests/upgrades.ts";

export interface Activity {
  /** Open WebSockets and event streams. */
  readonly clients: number;
  /** How long nobody has used it; 0 while it has clients. */
  readonly idleMs: number;
  /** An authenticated request was answered. */
  answered(path: string): void;
}

/** Monitoring and `parley server status` do not keep a server alive. */
const PASSIVE_PATHS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics", "/server"]);

export function createActivity(
  streams: Pick<Streams, "count">,
  upgrades: Pick<Upgrades, "count">,
  now: () => number = monotonicMs,
): Activity {
  let lastUsedMs = now();
  const countClients = (): number => upgrades.count + streams.count;
  return {
    get clients() {
      return countClients();
    },
    get idleMs() {
      if (countClients() > 0) lastUsedMs = now();
      return now() - lastUsedMs;
    },
    answered(path) {
      if (!PASSIVE_PATHS.has(path)) lastUsedMs = now();
    },
  };
}
