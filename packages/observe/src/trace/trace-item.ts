// The items of a trace: headers, frames, notes about dropped frames, and unreadable lines.

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
  /** Secrets were redacted. */
  readonly redacted: boolean;
  /** File number within the recording; 1 is its beginning. */
  readonly part: number;
}

interface Item {
  /** In the file, counted from 1. */
  readonly line: number;
}

export interface TraceFrame extends Item {
  readonly type: "frame";
  /** Milliseconds since the epoch, or since the beginning in formats with relative times. */
  readonly atMs: number | undefined;
  readonly from: Side;
  /** Size on the wire, without the line break. */
  readonly bytes: number;
  /** The original JSON text, which keeps the spelling of numbers; undefined if it is not JSON or was not kept. */
  readonly raw: string | undefined;
  /** The parsed message; undefined if `raw` is. */
  readonly message: unknown;
  /** Text that is not JSON, or the start of a message that was too large to be kept. */
  readonly text: string | undefined;
  /** It was too large, or not text: `text` is its beginning. */
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
  /** An incomplete last line: the recorder was stopped while writing. */
  readonly isHalfLine: boolean;
}
