// Decodes bytes to text, detecting their charset.
import { readAttributes } from "../html/tokens.ts";
import { FETCH_PROBE_BYTES } from "../../limits.ts";

export interface DecodedText {
  readonly text: string;
  /** A problem with the encoding. */
  readonly remark?: string;
}

/** In order of precedence: a byte order mark, the header, the page, and UTF-8. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): DecodedText {
  const label = findMark(bytes) ?? charset ?? findInPage(bytes) ?? "utf-8";
  const decoder = createDecoder(label);
  if (decoder?.encoding === "windows-1252") return { text: decodeWindows1252(bytes) };
  if (decoder !== undefined) return { text: decoder.decode(bytes) };
  const remark = `The charset ${JSON.stringify(label)} is not known; the text was read as UTF-8.`;
  return { text: new TextDecoder().decode(bytes), remark };
}

function createDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where it differs from Latin-1, which several versions of Node use instead. */
const WINDOWS_1252_FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replaceAll(/[\u0080-\u009F]/g, (one) => WINDOWS_1252_FROM_80[one.charCodeAt(0) - 0x80] ?? one);
}

function findMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** `<meta charset="…">`, `<meta http-equiv="content-type" content="…; charset=…">`, `<?xml encoding="…"?>`. */
function findInPage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, FETCH_PROBE_BYTES)).toString("latin1");
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  if (xml !== undefined) return xml;
  for (const [tag] of head.matchAll(/<meta\s[^>]*>/gi)) {
    const attributes = readAttributes(tag);
    const found = attributes.get("charset") ?? /charset\s*=\s*([\w.:-]+)/i.exec(attributes.get("content") ?? "")?.[1];
    // If the page was readable so far, its charset is not a 16-bit one, whatever it declares.
    if (found !== undefined) return /^utf-?16/i.test(found) ? "utf-8" : found;
  }
  return undefined;
}
