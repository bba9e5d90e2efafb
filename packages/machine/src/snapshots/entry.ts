// One file or link in a snapshot: what it is, where its bytes are kept, and what the system said of it when it was read.
import type { Stats } from "node:fs";
import { COARSE_STAMP_TICK_MS, STAMP_TICK_MS } from "./limits.ts";

/** What makes a file what it is. */
export interface FileState {
  readonly type: "file" | "link";
  readonly mode: number;
  readonly blob: Pick<Blob, "hash">;
}

export interface Entry extends FileState {
  /** From the folder, with slashes. */
  readonly path: string;
  readonly blob: Blob;
  readonly stamp: Stamp;
}

/** Bytes in a pack. Those of a link are its target. */
export interface Blob {
  /** SHA-256, in hex. */
  readonly hash: string;
  readonly pack: string;
  readonly offset: number;
  readonly size: number;
}

interface Stamp {
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** When reading began. */
  readonly readAt: number;
}

const EXECUTABLE = 0o100;

export function createStamp(stats: Stats, readAt: number): Stamp {
  return { size: stats.size, ino: stats.ino, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, readAt };
}

/** Whether a file is surely as it was read: a change within the same tick of its clock would not show. */
export function isUnchanged({ stamp, mode, type }: Entry, stats: Stats): boolean {
  const tickMs = stamp.ctimeMs % 1_000 === 0 ? COARSE_STAMP_TICK_MS : STAMP_TICK_MS;
  return (
    stamp.ctimeMs === stats.ctimeMs &&
    stamp.mtimeMs === stats.mtimeMs &&
    stamp.size === stats.size &&
    stamp.ino === stats.ino &&
    mode === stats.mode &&
    (type === "link") === stats.isSymbolicLink() &&
    stamp.ctimeMs + tickMs < stamp.readAt
  );
}

/** As far as it can be told apart and restored: content, kind, and whether it may be executed. */
export function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.blob.hash === other.blob.hash && one.type === other.type && isExecutable(one) === isExecutable(other);
}

/** Windows has no such thing. */
export function isExecutable({ type, mode }: Pick<FileState, "type" | "mode">): boolean {
  return process.platform !== "win32" && type === "file" && (mode & EXECUTABLE) !== 0;
}
