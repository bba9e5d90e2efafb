// Our ids: UUIDv7, which sort by creation time.
import { systemClock, type Clock } from "./clock.ts";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const SEQUENCE_MAX = 0xfff;

let lastMs = 0;
let sequence = 0;

/** Ids made by one process ascend, even within a millisecond or when the clock steps back. */
export function createId(clock: Clock = systemClock): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  advance(Math.trunc(clock.now()), bytes);
  const high = Math.trunc(lastMs / 0x1_0000_0000);
  const low = lastMs >>> 0;
  bytes.set([high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low, 0x70 | (sequence >>> 8), sequence]);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return format(bytes);
}

function advance(nowMs: number, random: Uint8Array): void {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Starting in the lower half leaves room to count up within the same millisecond.
    sequence = (((random[6] ?? 0) & 0x07) << 8) | (random[7] ?? 0);
  } else if (sequence < SEQUENCE_MAX) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
}

function format(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += HEX[bytes[index] ?? 0];
  }
  return text;
}
