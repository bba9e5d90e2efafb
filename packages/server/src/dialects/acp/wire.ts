// What a connection needs of its transport beyond messages: frames of the log as they are, and an end with a reason.
import type { Transport } from "@parley/rpc";

/** Where clients find this dialect. */
export const ACP_PATH = "/acp";

/** A `session/update` that stands in the log, ready to be sent. */
export interface Frame {
  readonly text: string;
  readonly seq: number;
  /** The last one of its event: a reader that has it has the event. */
  readonly isLast: boolean;
}

/** Why the server ends a connection; a WebSocket says it with its close code. */
export type EndReason = "shutdown" | "protocol" | "limit" | "internal";

export interface Wire {
  /** The client runs on this machine, so that its files are ours. */
  readonly isLocal: boolean;
  readonly transport: Transport;
  /** False: taken, but enough for now; `drained` says when there is room. */
  sendFrames(sessionId: string, frames: readonly Frame[]): boolean;
  /** Resolves when there is room again, or when the wire is over. */
  drained(sessionId: string): Promise<void>;
  end(reason: EndReason, message: string): void;
}
