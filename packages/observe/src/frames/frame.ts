// One message as it passed, or what passed instead of one. Everything that watches begins here.

/** Where it went. */
export type Direction = "to_agent" | "to_client";

/** Text and message may be made when they are first read: pass a frame on, never spread it. */
export interface Frame {
  /** Of the connection, in the order of passing over both directions; the first has 1. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly direction: Direction;
  /** Without the line break. */
  readonly byteLength: number;
  /** The line as it came, decoded; undefined if it was too large to be kept, or no UTF-8. */
  readonly text: string | undefined;
  /** Its beginning, where `text` is missing. */
  readonly head?: string | undefined;
  /** What it says if it is JSON; undefined if it is none, or was too large to be read. */
  readonly message: unknown;
}

/** Called after the bytes were forwarded. What it throws costs observations, never traffic. */
export type FrameListener = (frame: Frame) => void;
