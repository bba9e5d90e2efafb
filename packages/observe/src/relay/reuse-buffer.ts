// Reads a pipe into one buffer, again and again: a new one for every read costs more than the read.
import { Socket, type OnReadOpts, type SocketConstructorOpts } from "node:net";
import type { Readable } from "node:stream";
import { READ_BYTES } from "./limits.ts";

/** Node's own name for the pipe behind a socket; `onread` needs it, and there is no other way to a child's. */
const HANDLE = "_handle";

/**
 * The same source, or one that stands in for it. A chunk is valid while its `data` event lasts: who keeps it, copies it.
 * Nobody may have begun to read.
 */
export function reuseBuffer(source: Readable): Readable {
  const piped = source as { [HANDLE]?: object | null };
  const handle = piped[HANDLE];
  // Windows has no descriptors that could be read this way, and what is no pipe has no handle.
  if (process.platform === "win32" || !(source instanceof Socket) || !handle) return source;
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const options: { readonly handle: object; readonly onread: OnReadOpts } & SocketConstructorOpts = {
    handle,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (bytes) => {
        reader.emit("data", buffer.subarray(0, bytes));
        return true;
      },
    },
  };
  // The pipe has one owner: what was given is closed when its stand-in is.
  piped[HANDLE] = null;
  const reader: Socket = new Socket(options);
  reader.once("close", () => source.destroy());
  return reader;
}
