// What a trace consists of, as it is read: the header, frames, what was dropped, and what cannot be read.

/** Who sent it. */
export type Side = "client" | "agent";

export const TRACE_KIND = "parley-trace";
export const TRACE_VERSION = 1;

/** The first line of a recording, and of each of its files. */
export interface TraceHeader {
  readonly v: number;
  /** The same in all files of one recording. */
  readonly id?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number | undefined;
  readonly agent?: string | undefined;
  /** Secrets were taken out. */
  readonly redacted: boolean;
  /** Of the recording: 1 is its beginning. */
  readonly part: number;
}

interface Item {
  /** In the file, counted from 1. */
  readonly line: number;
}

export interface TraceFrame extends Item {
  readonly type: "frame";
  /** Milliseconds since the epoch, or since the beginning in formats that count so. */
  readonly atMs: number | undefined;
  readonly from: Side;
  /** On the wire, without the line break. */
  readonly bytes: number;
  /** The JSON as it was, numbers spelt as they were; undefined if it is not JSON or was not kept. */
  readonly raw: string | undefined;
  /** What it says; undefined where `raw` is. */
  readonly message: unknown;
  /** Text that is not JSON, or the start of a message that was too large to be kept. */
  readonly text: string | undefined;
  /** It was too large, or no text: `text` is its beginning. */
  readonly isCut: boolean;
}

export type TraceItem =
  | (Item & { readonly type: "header"; readonly header: TraceHeader })
  | TraceFrame
  /** Frames that the recorder had no room for. */
  | (Item & { readonly type: "dropped"; readonly atMs: number | undefined; readonly count: number })
  /** JSON that is not a frame: another tool's header, a hop within a chain of proxies. */
  | (Item & { readonly type: "note"; readonly text: string })
  | TraceDamage;

export interface TraceDamage extends Item {
  readonly type: "damage";
  readonly reason: string;
  /** Its beginning. */
  readonly text: string;
  /** The last line, and without an end: the recorder was stopped while it wrote. */
  readonly isHalfLine: boolean;
}
