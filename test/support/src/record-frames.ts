// Records every frame that passes a transport, in both directions, as it was on the wire.
import { observe, type Transport } from "@parley/rpc";
import { createInbox, type Inbox } from "./inbox.ts";

export type Side = "client" | "agent";

export interface RecordedFrame {
  readonly from: Side;
  readonly frame: unknown;
}

export interface FrameRecorder {
  readonly transport: Transport;
  readonly frames: Inbox<RecordedFrame>;
}

/** `side` is who sends on this transport. */
export function recordFrames(transport: Transport, side: Side): FrameRecorder {
  const frames = createInbox<RecordedFrame>();
  const other = side === "client" ? "agent" : "client";
  // Copied through JSON: that is what is on the wire, and a decoder works in place.
  const record = (from: Side, frame: unknown): void =>
    frames.push({ from, frame: JSON.parse(JSON.stringify(frame)) as unknown });
  const observed = observe(transport, {
    sent: (message) => record(side, message),
    received: (value) => record(other, value),
  });
  return { transport: observed, frames };
}
