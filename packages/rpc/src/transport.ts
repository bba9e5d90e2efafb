// What a peer needs from a wire: sending messages, receiving parsed values, and its end.
import type { ParleyError } from "@parley/base";
import type { Message } from "./message.ts";

/** `full`: accepted, but wait for `drained()` before sending more. `closed`: not accepted. */
export type SendOutcome = "sent" | "full" | "closed";

export interface Transport {
  /** Begins delivery. Called once, by the peer. */
  open(receiver: Receiver): void;
  send(message: Message): SendOutcome;
  /** Resolves when there is room again, or when the transport is closed. */
  drained(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Sends what is queued, then ends. */
  close(): Promise<void>;
}

/** Calls arrive in wire order, each synchronously. */
export interface Receiver {
  message(value: unknown, bytes: number): void;
  malformed(input: MalformedInput): void;
  /** Called once. Without a reason, the other side closed the connection cleanly. */
  closed(reason: ParleyError | undefined): void;
}

/** Input that is not a message: `head` is its beginning (4 KiB), `tail` its end, for one that was too long or nested too deeply.
 * `not_text` is a binary frame: it has neither. */
export interface MalformedInput {
  readonly kind: "not_json" | "not_text" | "too_deep" | "too_large";
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}
