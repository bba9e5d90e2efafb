// Reads and decompresses a response up to a limit, because a small compressed body may expand without end.
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FETCH_ENCODINGS_MAX } from "../../limits.ts";

export interface Body {
  readonly bytes: Buffer;
  /** The body is longer than the limit. */
  readonly isCut: boolean;
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  "x-gzip": createGunzip,
};

/** Rejects if the response is incomplete or its compression is invalid. */
export async function readBody(response: IncomingMessage, bytesMax: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpack(response)) {
    const piece = chunk as Buffer;
    chunks.push(piece);
    bytes += piece.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (bytes > bytesMax) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isCut: bytes > bytesMax };
}

function unpack(response: IncomingMessage): Readable {
  const encodings = (response.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  if (encodings.length > FETCH_ENCODINGS_MAX) throw new Error(`The response is compressed ${encodings.length} times`);
  let stream: Readable = response;
  for (const encoding of encodings.toReversed()) {
    const create = UNPACKERS[encoding];
    if (create === undefined) throw new Error(`The response is compressed with ${encoding}, which is not supported`);
    // Errors reach the reader of the last stream, so the callback ignores them.
    stream = pipeline(stream, create(), () => undefined);
  }
  return stream;
}
