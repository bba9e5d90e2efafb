// Reads a pipe into one buffer, again and again: a new one for every read costs more than the read.
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
  // The pipe has one owner: what was given is closed when its stand-in is.
  return reader.once("close", () => source.destroy()).resume();
}

function openReader(handle: ReadingHandle, onChunk: OnChunk): Readable {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  // Called past `data` events and views of the buffer, which take longer than the rest of it.
  const callback = (length: number): boolean => {
    onChunk(buffer, length);
    return true;
  };
  try {
    return openSocket(handle, { buffer, callback });
  } catch {
    // A handle that looks as we know it, and takes no buffer: then as any socket reads.
    return readPlainly(openSocket(handle), onChunk);
  }
}

function openSocket(handle: ReadingHandle, onread?: OnReadOpts): Socket {
  // The types know neither.
  const more: { readonly handle: object; readonly onread?: OnReadOpts | undefined } = { handle, onread };
  const options: SocketConstructorOpts = { readable: true, writable: false, ...more };
  return new Socket(options);
}

function readPlainly(source: Readable, onChunk: OnChunk): Readable {
  return source.on("data", (chunk: Buffer) => onChunk(chunk, chunk.length)).resume();
}
