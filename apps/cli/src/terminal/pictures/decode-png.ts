// The pixels of a PNG picture, for terminals that draw pixels: eight bits per channel, not interlaced. Others are described in words.
import { inflateSync } from "node:zlib";
import { PICTURE_PIXELS_MAX } from "../../limits.ts";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of every pixel, row by row. */
  readonly rgba: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel by the kind of colour: grey, colours, palette, grey with opacity, colours with opacity. */
const BYTES_PER_PIXEL: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Undefined if it is not a PNG. */
export function pngSize(data: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (data.length < 33 || !data.subarray(0, 8).equals(SIGNATURE)) return undefined;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Undefined if it is broken, too large, or of an unsupported kind. */
export function decodePng(data: Buffer): Pixels | undefined {
  const size = pngSize(data);
  const [depth, kind = -1, , , interlace] = data.subarray(24, 29);
  const bytes = BYTES_PER_PIXEL[kind];
  if (size === undefined || depth !== 8 || bytes === undefined || interlace !== 0) return undefined;
  const { width, height } = size;
  if (width === 0 || height === 0 || width * height > PICTURE_PIXELS_MAX) return undefined;
  const { body, palette, opacity } = readChunks(data);
  try {
    const raw = inflateSync(body, { maxOutputLength: height * (width * bytes + 1) });
    const rows = unfilter(raw, width * bytes, height, bytes);
    return rows && { width, height, rgba: toRgba(rows, { kind, bytes, palette, opacity }) };
  } catch {
    return undefined; // Not a valid stream.
  }
}

interface Chunks {
  readonly body: Buffer;
  readonly palette: Buffer;
  readonly opacity: Buffer;
}

function readChunks(data: Buffer): Chunks {
  const parts: Buffer[] = [];
  let [palette, opacity] = [Buffer.alloc(0), Buffer.alloc(0)];
  for (let at = 8; at + 12 <= data.length;) {
    const length = data.readUInt32BE(at);
    const content = data.subarray(at + 8, at + 8 + length);
    const type = data.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") parts.push(content);
    if (type === "PLTE") palette = Buffer.from(content);
    if (type === "tRNS") opacity = Buffer.from(content);
    at += 12 + length;
  }
  return { body: Buffer.concat(parts), palette, opacity };
}

/** Every row begins with its filter type. */
function unfilter(raw: Buffer, stride: number, height: number, bytes: number): Uint8Array | undefined {
  if (raw.length < height * (stride + 1)) return undefined;
  const rows = new Uint8Array(height * stride);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let at = 0; at < stride; at += 1) {
      const place = row * stride + at;
      const left = at >= bytes ? (rows[place - bytes] ?? 0) : 0;
      const up = row > 0 ? (rows[place - stride] ?? 0) : 0;
      const corner = row > 0 && at >= bytes ? (rows[place - stride - bytes] ?? 0) : 0;
      rows[place] = (raw[row * (stride + 1) + 1 + at] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function toRgba(
  rows: Uint8Array,
  { kind, bytes, palette, opacity }: Omit<Chunks, "body"> & { readonly kind: number; readonly bytes: number },
): Uint8Array {
  const count = rows.length / bytes;
  const rgba = new Uint8Array(count * 4);
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [first = 0, second = 0, third = 0, fourth = 255] = rows.subarray(pixel * bytes, (pixel + 1) * bytes);
    const place = first * 3;
    if (kind === 3) {
      rgba.set(
        [palette[place] ?? 0, palette[place + 1] ?? 0, palette[place + 2] ?? 0, opacity[first] ?? 255],
        pixel * 4,
      );
    } else if (kind === 0 || kind === 4) rgba.set([first, first, first, kind === 4 ? second : 255], pixel * 4);
    else rgba.set([first, second, third, kind === 6 ? fourth : 255], pixel * 4);
  }
  return rgba;
}
