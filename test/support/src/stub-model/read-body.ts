// The body of a request: bounded, unpacked, parsed.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { BadRequest } from "./bad-request.ts";
import { BODY_BYTES_MAX } from "./limits.ts";
import { parseJson } from "./script/words.ts";

export interface ReadBody {
  readonly value: unknown;
  readonly bytes: number;
}

const UNPACKERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpack(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new BadRequest(`the body is over ${BODY_BYTES_MAX} bytes`, 413);
    chunks.push(chunk);
  }
  const value = parseJson(Buffer.concat(chunks).toString("utf8"));
  if (value === undefined) throw new BadRequest("the body is not JSON");
  return { value, bytes };
}

function unpack(request: IncomingMessage): Readable {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return request;
  if (!Object.hasOwn(UNPACKERS, encoding)) throw new BadRequest(`the body is packed as ${encoding}`, 415);
  return request.pipe(UNPACKERS[encoding as keyof typeof UNPACKERS]());
}
