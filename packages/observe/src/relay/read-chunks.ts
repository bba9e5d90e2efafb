// Reads a pipe into one reused buffer, because allocating one for every read costs more than the read.
import { Socket, type OnReadOpts, type SocketConstructorOpts } from "node:net";
import type { Readable } from "node:stream";
import { READ_BYTES } from "../limits.ts";
import { takeReadingHandle, type ReadingHandle } from "./pipe-handle.ts";

/** The first `length` bytes are valid during the call only; copy them to keep them. */
export type OnChunk = (bytes: Buffer, length: number) => void;

/** Returns the source or its replacement, flowing. The source must not have been read yet. */
export function readChunks(source: Readable, onChunk: OnChunk): Readable {
  const handle = takeReadingHandle(source);
  if (handle === undefined) return readPlainly(source, onChunk);
  const reader = openReader(handle, onChunk);
  // The pipe has one owner: the original is closed when its replacement is.
  return reader.once("close", () => source.destroy()).resume();
}

function openReader(handle: ReadingHandle, onChunk: OnChunk): Readable {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  // Called without `data` events and views of the buffer, which take longer than everything else.
  const callback = (length: number): boolean => {
    onChunk(buffer, length);
    return true;
  };
  try {
    return openSocket(handle, { buffer, callback });
  } catch {
    // The handle looks as expected but accepts no buffer: read like any other socket.
    return readPlainly(openSocket(handle), onChunk);
  }
}

function openSocket(handle: ReadingHandle, onread?: OnReadOpts): Socket {
  // The types have neither.
  const more: { readonly handle: object; readonly onread?: OnReadOpts | undefined } = { handle, onread };
  const options: SocketConstructorOpts = { readable: true, writable: false, ...more };
  return new Socket(options);
}

function readPlainly(source: Readable, onChunk: OnChunk): Readable {
  return source.on("data", (chunk: Buffer) => onChunk(chunk, chunk.length)).resume();
}
