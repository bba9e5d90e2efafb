// Finds private keys as blocks of text: PEM, OpenSSH, PGP, PuTTY. Also truncated ones, without their last or first
// line.
import { BLOCK, runEnd, runStart } from "./characters.ts";
import type { Span } from "./spans.ts";

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const DASHES = "-----";
/** Length of the block's header line. */
const LABEL_CHARS_MAX = 64;
/** What follows that line in a key; prose and code that only mention the line continue differently. */
const BODY = /^(?:Proc-Type|Version|Comment|Charset|Hash|[A-Za-z0-9+/=]{16}|$)/;
/** Line breaks in any spelling: in code, in JSON, in JSON inside JSON. */
const BREAKS = /\\+[nr]|[\s"'`+|>\\]/g;
const BODY_CHARS = 160;
const PUTTY = "PuTTY-User-Key-File-";
const PUTTY_END = /Private-MAC:[^\n]*/g;
const KIND = "private key";

export function findBlocks(text: string, spans: Span[]): void {
  let done = 0;
  for (let at = text.indexOf(DASHES); at !== -1; at = text.indexOf(DASHES, at)) {
    const isBegin = text.startsWith(BEGIN, at);
    const label = isBegin || text.startsWith(END, at) ? labelAt(text, at) : undefined;
    if (label === undefined) {
      at += 1;
      continue;
    }
    const span = isBegin ? fromBegin(text, at + label.length) : fromEnd(text, at, done);
    at = done = Math.max(at + label.length, span?.end ?? 0);
    if (span !== undefined) spans.push(span);
  }
  findPutty(text, spans);
}

/** From the dashes to the dashes, if the block is a private key. */
function labelAt(text: string, at: number): string | undefined {
  const from = at + DASHES.length;
  const close = text.slice(from, from + LABEL_CHARS_MAX).indexOf(DASHES);
  const label = close === -1 ? "" : text.slice(at, from + close + DASHES.length);
  return label.includes("PRIVATE KEY") ? label : undefined;
}

function fromBegin(text: string, start: number): Span | undefined {
  if (!BODY.test(text.slice(start, start + BODY_CHARS).replaceAll(BREAKS, ""))) return undefined;
  const end = text.indexOf(DASHES, start);
  if (end !== -1 && text.startsWith(END, end)) return { start, end, kind: KIND };
  return { start, end: runEnd(text, start, BLOCK), kind: KIND };
}

/** The first line is missing. */
function fromEnd(text: string, end: number, from: number): Span | undefined {
  const start = runStart(text, end, BLOCK, end - from);
  return /[A-Za-z0-9+/=]{16}/.test(text.slice(start, end)) ? { start, end, kind: KIND } : undefined;
}

function findPutty(text: string, spans: Span[]): void {
  for (let at = text.indexOf(PUTTY); at !== -1; at = text.indexOf(PUTTY, at)) {
    const start = at + PUTTY.length;
    at = start;
    if (!/\d/.test(text.charAt(start))) continue;
    PUTTY_END.lastIndex = start;
    const match = PUTTY_END.exec(text);
    at = match === null ? text.length : match.index + match[0].length;
    spans.push({ start, end: at, kind: KIND });
  }
}
