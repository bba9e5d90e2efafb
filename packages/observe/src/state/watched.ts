// The state of watched agents as plain data, for surfaces and the feed.
import type { FileAction, ObservedCost } from "../extract/observation.ts";

export interface WatchedFile {
  /** Relative to the session's folder, with `/`; absolute if it is outside. */
  readonly path: string;
  /** 0 to 1. */
  readonly heat: number;
  readonly inContext: boolean;
  readonly lastAction: FileAction;
  readonly turnAccessed: number;
  readonly atMs: number;
  readonly reads: number;
  readonly writes: number;
}

export interface WatchedToolCall {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly startedAtMs: number;
  readonly endedAtMs?: number | undefined;
}

/** Where the time of all turns went, in milliseconds. */
export interface WatchedTime {
  readonly modelMs: number;
  readonly toolsMs: number;
  readonly permissionMs: number;
}

export interface WatchedSession {
  readonly agentId: string;
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly title: string | undefined;
  readonly turn: number;
  readonly isRunning: boolean;
  /** A permission request is open. */
  readonly isAsking?: boolean | undefined;
  readonly lastStopReason: string | undefined;
  /** Files that are hot or in context; the map is live, in the order of the last access. */
  readonly files: ReadonlyMap<string, WatchedFile>;
  /** Cold files, for their counts. */
  readonly coldFiles?: ReadonlyMap<string, WatchedFile> | undefined;
  /** The latest, bounded. */
  readonly toolCalls: readonly WatchedToolCall[];
  /** How often each tool was called, by name or kind. */
  readonly toolCounts: Readonly<Record<string, number>>;
  readonly time: WatchedTime;
  /** Of the last turn that had any output. */
  readonly firstTokenMs: number | undefined;
  readonly usage:
    | { readonly used: number; readonly size: number; readonly cost?: ObservedCost | undefined }
    | undefined;
  readonly plan: { readonly done: number; readonly total: number } | undefined;
  readonly blocked: readonly {
    readonly path: string;
    readonly action: "read" | "write";
    readonly reason: string;
    readonly atMs: number;
  }[];
  readonly unasked: readonly { readonly what: string; readonly path?: string | undefined; readonly atMs: number }[];
  readonly oddities: number;
  /** Observations that were lost because there were too many. */
  readonly dropped: number;
}
