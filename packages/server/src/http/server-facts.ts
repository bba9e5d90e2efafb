// What the operations of a server know of the process around it.
import type { Reply } from "@parley/contract";

/** How the process around the server can be stopped. Without it, the server belongs to a program that embeds it. */
export interface ServerProcess {
  /** `background`: started by a command for its home, and replaced by `parley serve`. */
  readonly kind: "foreground" | "background";
  readonly startedAtMs: number;
  /** It stops after this long without use. */
  readonly idleExitMs?: number | undefined;
  stop(request: StopRequest): void;
}

export interface StopRequest {
  /** How long running turns may take to finish; the process's own default unless given. */
  readonly graceMs?: number | undefined;
}

/** The server around a hub, as its operations need it. */
export interface ServerFacts {
  readonly process: ServerProcess | undefined;
  /** Open WebSockets and event streams. */
  readonly clients: () => number;
  /** The names of its protocols. */
  readonly dialects: () => readonly string[];
  /** For people, such as that no model is configured; read each time. */
  readonly notice?: (() => Promise<string | undefined>) | undefined;
  /** What it was started with. */
  readonly settings?: Reply<"server/settings"> | undefined;
}
