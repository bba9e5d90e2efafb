// What a server's operations know about the process around it.
import type { Reply } from "@parley/contract";

/** How to stop the process around the server. Missing if the server is embedded in another program. */
export interface ServerProcess {
  /** `background`: started by a command for its home, and replaced by `parley serve`. */
  readonly kind: "foreground" | "background";
  readonly startedAtMs: number;
  /** It stops after this long without use. */
  readonly idleExitMs?: number | undefined;
  stop(request: StopRequest): void;
}

export interface StopRequest {
  /** How long running turns may take to finish (default: the process's own). */
  readonly graceMs?: number | undefined;
}

/** The server around a hub, as its operations need it. */
export interface ServerFacts {
  readonly process: ServerProcess | undefined;
  /** Open WebSockets and event streams. */
  readonly clients: () => number;
  /** The names of its protocols. */
  readonly dialects: () => readonly string[];
  /** For users, such as that no model is configured; read each time. */
  readonly notice?: (() => Promise<string | undefined>) | undefined;
  /** Its settings. */
  readonly settings?: Reply<"server/settings"> | undefined;
}
