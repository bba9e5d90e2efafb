// The private handle of a Node pipe (docs/decisions/0036-private-pipe-handles.md). If it is missing or different, the
// public stream is used.
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

/** Node's internal name for the pipe behind a socket; a child's pipe is not accessible otherwise. */
const HANDLE = "_handle";

/** The functions that a socket calls on its handle to read into our buffer. */
const READING = ["readStart", "readStop", "useUserBuffer", "close"] as const;

export type ReadingHandle = Readonly<Record<(typeof READING)[number], (...args: never[]) => unknown>>;

/** Takes over the handle of a pipe that is not being read yet. */
export function takeReadingHandle(source: Readable): ReadingHandle | undefined {
  // Windows has no descriptors that can be read this way, and only sockets have a handle.
  if (process.platform === "win32" || !(source instanceof Socket)) return undefined;
  if (source.readableLength > 0 || source.readableFlowing !== null || source.destroyed) return undefined;
  const handle = handleOf(source);
  if (!isReadingHandle(handle)) return undefined;
  (source as { [HANDLE]?: unknown })[HANDLE] = null;
  return handle;
}

/** The descriptor of a writable pipe or socket. The caller must keep the order with what the stream has buffered. */
export function findDescriptor(sink: Writable): number | undefined {
  if (process.platform === "win32") return undefined;
  const fd = (handleOf(sink) as { readonly fd?: unknown } | null | undefined)?.fd;
  if (typeof fd !== "number" || !Number.isInteger(fd) || fd < 0) return undefined;
  try {
    const stats = fstatSync(fd);
    return stats.isFIFO() || stats.isSocket() ? fd : undefined;
  } catch {
    return undefined; // Not a valid descriptor.
  }
}

function handleOf(stream: Readable | Writable): unknown {
  return (stream as { readonly [HANDLE]?: unknown })[HANDLE];
}

function isReadingHandle(handle: unknown): handle is ReadingHandle {
  if (typeof handle !== "object" || handle === null) return false;
  return READING.every((name) => typeof (handle as Record<string, unknown>)[name] === "function");
}
