// One file or link in a snapshot: what it is, where its bytes are stored, and its file status when it was read.
import type { Stats } from "node:fs";
import { COARSE_STAMP_TICK_MS, STAMP_TICK_MS } from "../limits.ts";

/** What identifies the state of a file. */
export interface FileState {
  readonly type: "file" | "link";
  readonly mode: number;
  readonly blob: Pick<Blob, "hash">;
}

export interface Entry extends FileState {
  /** Relative to the folder, with slashes. */
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

/** Whether a file is certainly unchanged since it was read: a change within the same clock tick would not show. */
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

/** As far as a snapshot can distinguish and restore it: content, kind, and the executable bit. */
export function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.blob.hash === other.blob.hash && one.type === other.type && isExecutable(one) === isExecutable(other);
}

/** Windows has no such bit. */
export function isExecutable({ type, mode }: Pick<FileState, "type" | "mode">): boolean {
  return process.platform !== "win32" && type === "file" && (mode & EXECUTABLE) !== 0;
}
