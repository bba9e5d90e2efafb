// One message as it passed, or bytes that are not a message. The input of all observation.

/** Its direction. */
export type Direction = "to_agent" | "to_client";

/** Text and message may be computed on first access, so pass a frame on and never spread it. */
export interface Frame {
  /** Number within the connection, over both directions in order; the first has 1. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly direction: Direction;
  /** Without the line break. */
  readonly byteLength: number;
  /** The decoded line; undefined if it was too large to be kept, or not UTF-8. */
  readonly text: string | undefined;
  /** Its beginning, if `text` is missing. */
  readonly head?: string | undefined;
  /** The parsed JSON; undefined if it is not JSON, or was too large to be parsed. */
  readonly message: unknown;
}

/** Called after the bytes were forwarded. If it throws, observations are lost, never traffic. */
export type FrameListener = (frame: Frame) => void;
