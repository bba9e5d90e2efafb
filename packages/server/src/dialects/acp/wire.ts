// What a connection needs from its transport beyond messages: raw frames of the log, and closing with a reason.
import type { Transport } from "@parley/rpc";

/** The path of this dialect. */
export const ACP_PATH = "/acp";

/** A `session/update` from the log, ready to be sent. */
export interface Frame {
  readonly text: string;
  readonly seq: number;
  /** The last frame of its event: a reader that has it has the event. */
  readonly isLast: boolean;
}

/** Why the server closes a connection; a WebSocket sends it as its close code. */
export type EndReason = "shutdown" | "protocol" | "limit" | "internal";

export interface Wire {
  /** The client runs on this machine, so it has the same files. */
  readonly isLocal: boolean;
  readonly transport: Transport;
  /** False: accepted, but pause; `drained` resolves when there is room. */
  sendFrames(sessionId: string, frames: readonly Frame[]): boolean;
  /** Resolves when there is room again, or when the wire is closed. */
  drained(sessionId: string): Promise<void>;
  end(reason: EndReason, message: string): void;
}
