// Values that readers in any language can parse: integers where expected, and text that is valid everywhere.

const U32_MAX = 0xffff_ffff;
const HEAT_DIGITS = 10_000;
/** A lone surrogate: JSON can express it, but most readers would refuse the whole line. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

export function toU32(value: number): number {
  return Math.min(U32_MAX, toU64(value));
}

/** Within the range of exact numbers. */
export function toU64(value: number): number {
  return Number.isFinite(value) ? Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value))) : 0;
}

export function toWireHeat(heat: number): number {
  return Math.round(heat * HEAT_DIGITS) / HEAT_DIGITS;
}

export function toWireText(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}
