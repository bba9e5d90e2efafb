// Whether what an agent sent as an image is one: by its first bytes, its size and its number of pixels.
import { formatBytes, t } from "@parley/base";
import { IMAGE_CHARS_MAX, IMAGE_PIXELS_MAX } from "../limits.ts";

export type CheckedImage =
  | { readonly url: string; readonly width: number; readonly height: number }
  /** Why it is not shown. */
  | { readonly problem: string };

interface Format {
  readonly type: string;
  readonly starts: readonly number[];
  readonly sizeOf: (bytes: DataView) => readonly [width: number, height: number] | undefined;
}

/** Enough to find the size of an image, also behind the thumbnail of a photo. */
const HEAD_CHARS = 256 * 1024;

const FORMATS: readonly Format[] = [
  {
    type: "image/png",
    starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    sizeOf: (bytes) => (bytes.byteLength < 24 ? undefined : [bytes.getUint32(16), bytes.getUint32(20)]),
  },
  {
    type: "image/gif",
    starts: [0x47, 0x49, 0x46, 0x38],
    sizeOf: (bytes) => (bytes.byteLength < 10 ? undefined : [bytes.getUint16(6, true), bytes.getUint16(8, true)]),
  },
  { type: "image/jpeg", starts: [0xff, 0xd8, 0xff], sizeOf: sizeOfJpeg },
  { type: "image/webp", starts: [0x52, 0x49, 0x46, 0x46], sizeOf: sizeOfWebp },
];

export function checkImage(data: string): CheckedImage {
  const size = formatBytes((data.length * 3) / 4);
  if (data.length > IMAGE_CHARS_MAX) return { problem: t("The image is too large to show: {0}", size) };
  const head = decodeHead(data);
  const format = head && FORMATS.find(({ starts }) => starts.every((byte, at) => head.getUint8(at) === byte));
  if (head === undefined || format === undefined) return { problem: t("Not an image that can be shown: {0}", size) };
  const [width, height] = format.sizeOf(head) ?? [0, 0];
  if (width === 0 || height === 0) return { problem: t("The image is damaged: {0}", size) };
  if (width * height > IMAGE_PIXELS_MAX)
    return { problem: t("The image is too large to show: {0} × {1} pixels", width, height) };
  return { url: `data:${format.type};base64,${data}`, width, height };
}

/** The shortest image is longer than the longest beginning that is compared. */
const BYTES_MIN = 12;

function decodeHead(data: string): DataView | undefined {
  // A data address takes base64 as it is, so nothing else may be in it.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return undefined;
  const head = data.slice(0, HEAD_CHARS).replace(/=+$/, "");
  const text = atob(head.slice(0, head.length - (head.length % 4 === 1 ? 1 : 0)));
  if (text.length < BYTES_MIN) return undefined;
  return new DataView(Uint8Array.from(text, (char) => char.charCodeAt(0)).buffer);
}

/** The frame header comes after other segments, each with its length. */
function sizeOfJpeg(bytes: DataView): readonly [number, number] | undefined {
  let at = 2;
  while (at + 9 < bytes.byteLength && bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return [bytes.getUint16(at + 7), bytes.getUint16(at + 5)];
    at += 2 + Math.max(2, bytes.getUint16(at + 2));
  }
  return undefined;
}

function sizeOfWebp(bytes: DataView): readonly [number, number] | undefined {
  if (bytes.byteLength < 30 || bytes.getUint32(8) !== 0x57454250) return undefined;
  switch (bytes.getUint32(12)) {
    case 0x56503858: // VP8X
      return [uint24(bytes, 24) + 1, uint24(bytes, 27) + 1];
    case 0x56503820: // VP8
      return [bytes.getUint16(26, true) & 0x3fff, bytes.getUint16(28, true) & 0x3fff];
    case 0x5650384c: {
      // VP8L
      const bits = bytes.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    default:
      return undefined;
  }
}

function uint24(bytes: DataView, at: number): number {
  return bytes.getUint16(at, true) | (bytes.getUint8(at + 2) << 16);
}
