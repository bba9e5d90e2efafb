// Counts the clients of the server and remembers when it was last used, because an idle background server stops.
import { monotonicMs } from "@parley/base";

export interface Activity {
  /** Open WebSockets and event streams. */
  readonly clients: number;
  /** Time since it was last used; 0 while it has clients. */
  readonly idleMs: number;
  /** An authenticated request was answered. */
  answered(path: string): void;
}

/** Open streams, or open WebSockets. */
interface Counted {
  readonly count: number;
}

/** Monitoring and `parley server status` do not keep a server alive. */
const PASSIVE_PATHS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics", "/server"]);

export function createActivity(streams: Counted, upgrades: Counted, now: () => number = monotonicMs): Activity {
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
